// Cards that move: they fly from zone to zone above a table that already stands as it will, so nothing waits for them.
import { mount, unmount } from 'svelte'
import Card from './Card.svelte'

/** A card from zone to zone, turned over on the way if it becomes something else; later ones wait for earlier ones. */
export type Flight = { face: string; from: string; to: string; becomes?: string; later?: boolean }
const MOST = 16
const APART = 70
const LASTS = 420
const SIZE = 46

export function fly(root: HTMLElement, game: string, flights: Flight[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState !== 'visible') return
  const first = flights.filter((flight) => !flight.later)
  const then = flights.filter((flight) => flight.later)
  first.slice(0, MOST).forEach((flight, i) => flyOne(root, game, flight, i * APART))
  const wait = first.length ? LASTS + first.length * APART : 0
  then.slice(0, MOST).forEach((flight, i) => flyOne(root, game, flight, wait + i * APART))
}

function flyOne(root: HTMLElement, game: string, { face, from, to, becomes }: Flight, delay: number): void {
  const start = root.querySelector(`[data-zone="${from}"]`)?.getBoundingClientRect()
  const end = root.querySelector(`[data-zone="${to}"]`)?.getBoundingClientRect()
  if (!start || !end) return
  const ghost = document.createElement('div')
  ghost.className = 'ghost'
  const sides = [face, ...(becomes ? [becomes] : [])].map((each) => side(ghost, game, each))
  document.body.append(ghost)
  const timing = { duration: LASTS, delay, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'both' } as const
  const at = (rect: DOMRect) => `translate(${rect.x + (rect.width - SIZE) / 2}px, ${rect.y + (rect.height - SIZE * 1.4) / 2}px)`
  const flight = ghost.animate(
    [
      { transform: `${at(start)} rotate(-4deg)`, opacity: delay ? 0 : 1 },
      { transform: `${at(start)} rotate(-4deg)`, opacity: 1, offset: 0.01 },
      { transform: `${at(end)} rotate(3deg)`, opacity: 1, offset: 0.88 },
      { transform: at(end), opacity: 0 },
    ],
    timing,
  )
  if (becomes) {
    sides[0]!.node.animate([{ scale: '1 1' }, { scale: '0 1', offset: 0.45 }, { scale: '0 1' }], timing)
    sides[1]!.node.animate([{ scale: '0 1' }, { scale: '0 1', offset: 0.45 }, { scale: '1 1' }], timing)
  }
  flight.onfinish = flight.oncancel = () => {
    for (const { card } of sides) void unmount(card)
    ghost.remove()
  }
}

function side(ghost: HTMLElement, game: string, face: string) {
  const node = document.createElement('div')
  ghost.append(node)
  return { node, card: mount(Card, { target: node, props: { game, face, size: SIZE, decorative: true } }) }
}
