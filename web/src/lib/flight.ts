// Cards that move: pictures fly from zone to zone above a table that already stands as it will, so nothing waits for them.
export type Flight = { face: string; from: string; to: string }
type Path = { model: HTMLElement; start: string; end: string }
const MOST = 12

/** Once the table has been painted: what is measured then costs no layout. */
export function fly(root: HTMLElement, flights: Flight[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState !== 'visible') return
  requestAnimationFrame(() => setTimeout(() => takeOff(root, flights.slice(0, MOST))))
}

/** All paths are measured before the first picture is added, which would make the browser lay out the page again. */
function takeOff(root: HTMLElement, flights: Flight[]): void {
  flights.map((flight) => pathOf(root, flight)).forEach((path, i) => path && flyOne(path, i * 70))
}

function pathOf(root: HTMLElement, { face, from, to }: Flight): Path | undefined {
  const start = root.querySelector(`[data-zone="${from}"]`)?.getBoundingClientRect()
  const end = root.querySelector(`[data-zone="${to}"]`)?.getBoundingClientRect()
  const model = root.querySelector<HTMLElement>(`[data-face="${CSS.escape(face)}"]`)
  if (!start || !end || !model) return undefined
  const { width, height } = model.getBoundingClientRect()
  const at = (rect: DOMRect) => `translate(${rect.x + (rect.width - width) / 2}px, ${rect.y + (rect.height - height) / 2}px)`
  return { model, start: at(start), end: at(end) }
}

function flyOne({ model, start, end }: Path, delay: number): void {
  const ghost = model.cloneNode(true) as HTMLElement
  ghost.setAttribute('aria-hidden', 'true')
  ghost.removeAttribute('role')
  Object.assign(ghost.style, { position: 'fixed', left: '0', top: '0', zIndex: '40', pointerEvents: 'none', margin: '0' })
  document.body.append(ghost)
  const flight = ghost.animate(
    [
      { transform: `${start} rotate(-4deg)`, opacity: 0.95 },
      { transform: `${end} rotate(3deg)`, opacity: 0.95, offset: 0.85 },
      { transform: end, opacity: 0 },
    ],
    { duration: 380, delay, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'backwards' },
  )
  flight.onfinish = flight.oncancel = () => ghost.remove()
}
