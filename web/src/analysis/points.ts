// Changes of chances to win, as people read them.
import { tongue } from '../lib/i18n.svelte'

/** In points of a hundred, with its sign. */
export const points = (change: number): string =>
  new Intl.NumberFormat(tongue.language, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(100 * change).replace('-', '−')
