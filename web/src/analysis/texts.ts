// The texts of analyses: only who looks back on a game, or asks for a hint, loads them.
import { textsOf } from '../lib/i18n.svelte'
import { openPageTexts } from '../lib/pages'
import type en from './messages/en.json'

const PART = 'analysis'

/** Whether they are there. */
export const openAnalysisTexts = (): Promise<boolean> => openPageTexts(PART).then(() => true, () => false)

export const { t } = textsOf<keyof typeof en>(PART)
