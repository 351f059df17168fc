// The texts of analyses, a catalogue of their own: only who looks back on a game loads them.
import { textsOf, tongue, type Catalogue } from '../lib/i18n.svelte'
import type en from './messages/en.json'

const SCOPE = 'analysis'
const catalogues = import.meta.glob<Catalogue>('./messages/*.json', { import: 'default' })

/** Whether they are there: without a network they cannot be fetched. */
export const openAnalysisTexts = (): Promise<boolean> =>
  tongue.open(SCOPE, async (language) => (await catalogues[`./messages/${language}.json`]?.()) ?? {}).then(() => true, () => false)

export const { t } = textsOf<keyof typeof en>(SCOPE)
