// Pointing at a place of the board: it gets a frame, and comes into sight.
const POINTED = 'data-pointed'

/** `hand` is the own one, which lies before who looks. */
export function point(board: HTMLElement, zone: string | undefined): void {
  for (const before of board.querySelectorAll(`[${POINTED}]`)) before.removeAttribute(POINTED)
  const place = zone === undefined ? null : board.querySelector(zone === 'hand' ? '.mine' : `[data-zone="${zone}"]`)
  if (!place) return
  place.setAttribute(POINTED, '')
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  place.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' })
}
