import { textsOf } from '../lib/i18n.svelte'
import type en from './messages/en.json'

export const { t } = textsOf<keyof typeof en>('series')
