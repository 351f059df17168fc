import { textsOf } from '../../lib/i18n.svelte'
import type en from './messages/en.json'

export const texts = textsOf<keyof typeof en>('klunker')
export const { t, word } = texts
