// Cards that move: pictures fly from zone to zone above a table that already stands as it will, so nothing waits for them.
export type Flight = { face: string; from: string; to: string }
const MOST = 12

export function fly(root: HTMLElement, flights: Flight[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState !== 'visible') return
  flights.slice(0, MOST).forEach((flight, i) => flyOne(root, flight, i * 70))
}

function flyOne(root: HTMLElement, { face, from, to }: Flight, delay: number): void {
  const start = root.querySelector(`[data-zone="${from}"]`)?.getBoundingClientRect()
  const end = root.querySelector(`[data-zone="${to}"]`)?.getBoundingClientRect()
  const model = root.querySelector<HTMLElement>(`[data-face="${CSS.escape(face)}"]`)
  if (!start || !end || !model) return
  const ghost = model.cloneNode(true) as HTMLElement
  ghost.setAttribute('aria-hidden', 'true')
  ghost.removeAttribute('role')
  const { width, height } = model.getBoundingClientRect()
  Object.assign(ghost.style, { position: 'fixed', left: '0', top: '0', zIndex: '40', pointerEvents: 'none', margin: '0' })
  document.body.append(ghost)
  const at = (rect: DOMRect) => `translate(${rect.x + (rect.width - width) / 2}px, ${rect.y + (rect.height - height) / 2}px)`
  const flight = ghost.animate(
    [
      { transform: `${at(start)} rotate(-4deg)`, opacity: 0.95 },
      { transform: `${at(end)} rotate(3deg)`, opacity: 0.95, offset: 0.85 },
      { transform: at(end), opacity: 0 },
    ],
    { duration: 380, delay, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'backwards' },
  )
  flight.onfinish = flight.oncancel = () => ghost.remove()
}
