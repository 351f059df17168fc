// The texts of analyses, a catalogue of their own: only who looks back on a game loads them.
import { textsOf, tongue, type Catalogue } from '../lib/i18n.svelte'
import type en from './messages/en.json'

const SCOPE = 'analysis'
const catalogues = import.meta.glob<Catalogue>('./messages/*.json', { import: 'default' })

export const openAnalysisTexts = (): Promise<void> => tongue.open(SCOPE, async (language) => (await catalogues[`./messages/${language}.json`]?.()) ?? {})

export const { t } = textsOf<keyof typeof en>(SCOPE)
