// Texts of parts that are loaded when they are opened: each has a folder of its own with its messages.
import { tongue, type Catalogue } from './i18n.svelte'

const files = import.meta.glob<Catalogue>('../*/messages/*.json', { import: 'default' })

/** Load the texts of a part. Without a network they cannot be fetched. */
export const openPageTexts = (part: string): Promise<void> =>
  tongue.open(part, async (language) => (await files[`../${part}/messages/${language}.json`]?.()) ?? {})

/** The language as dates are written in it: British English, as in all texts. */
export const locale = (): string => (tongue.language === 'en' ? 'en-GB' : tongue.language)
