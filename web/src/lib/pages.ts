// Texts of pages that are loaded when they are opened: each has a folder of its own with its messages.
import { textsOf, tongue, type Catalogue, type Texts } from './i18n.svelte'

const files = import.meta.glob<Catalogue>('../*/messages/*.json', { import: 'default' })

/** The texts of a page, when they are there. */
export async function pageTexts<Keys extends string>(page: string): Promise<Texts<Keys>> {
  await tongue.open(page, async (language) => (await files[`../${page}/messages/${language}.json`]?.()) ?? {})
  return textsOf<Keys>(page)
}

/** The language as dates are written in it: British English, as in all texts. */
export const locale = (): string => (tongue.language === 'en' ? 'en-GB' : tongue.language)
