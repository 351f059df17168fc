// Dragging with mouse, pen or finger: a copy follows the pointer, and where it is let go of a zone is told.
export type Drag = { enabled: boolean; dropped: (zone: string) => void }
const SLACK = 7 // pixels before a touch is a drag

export function draggable(node: HTMLElement, options: Drag) {
  let now = options
  let start: { x: number; y: number; id: number } | null = null
  let ghost: HTMLElement | null = null
  let moved = false

  const zoneAt = (event: PointerEvent) =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-zone]') ?? null
  let over: HTMLElement | null = null

  function down(event: PointerEvent) {
    moved = false
    if (!now.enabled || event.button !== 0) return
    start = { x: event.clientX, y: event.clientY, id: event.pointerId }
    for (const [name, handler] of HANDLERS) addEventListener(name, handler)
  }

  function move(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return
    if (!ghost) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return
      const rect = node.getBoundingClientRect()
      ghost = node.cloneNode(true) as HTMLElement
      Object.assign(ghost.style, {
        position: 'fixed', left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`,
        margin: '0', pointerEvents: 'none', zIndex: '50', opacity: '0.92',
      })
      ghost.setAttribute('aria-hidden', 'true')
      document.body.append(ghost)
      moved = true
    }
    ghost.style.transform = `translate(${event.clientX - start.x}px, ${event.clientY - start.y}px) rotate(3deg)`
    const zone = zoneAt(event)
    if (zone !== over) {
      over?.classList.remove('over')
      zone?.classList.add('over')
      over = zone
    }
  }

  function up(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return
    letGo()
    over?.classList.remove('over')
    over = null
    if (!ghost) return
    ghost.remove()
    ghost = null
    const zone = event.type === 'pointerup' ? zoneAt(event)?.dataset.zone : undefined
    if (zone) now.dropped(zone)
  }

  const click = (event: MouseEvent) => {
    if (moved) event.stopImmediatePropagation()
    moved = false
  }

  // On the window: a quick hand has left the card before it is known to be a drag.
  const HANDLERS = [['pointermove', move], ['pointerup', up], ['pointercancel', up]] as const
  function letGo() {
    start = null
    for (const [name, handler] of HANDLERS) removeEventListener(name, handler)
  }

  node.addEventListener('pointerdown', down)
  node.addEventListener('click', click, true)
  return {
    update(options: Drag) {
      now = options
    },
    destroy() {
      ghost?.remove()
      letGo()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('click', click, true)
    },
  }
}
