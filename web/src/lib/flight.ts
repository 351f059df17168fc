// Cards that move: they fly from zone to zone above a table that already stands as it will, so nothing waits for them.
import { mount, unmount } from 'svelte'
import Card from './Card.svelte'
import type { Cards } from './cards'

/** A card from zone to zone, turned over on the way if it becomes something else; later ones wait for earlier ones. */
export type Flight = { face: string; from: string; to: string; becomes?: string; later?: boolean }
const MOST = 16
const APART = 70
const LASTS = 420
const SIZE = 46

type Path = { flight: Flight; start: DOMRect; end: DOMRect; delay: number }

/** Once the table has been painted: what is measured then costs no layout. */
export function fly(root: HTMLElement, cards: Cards, flights: Flight[]): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState !== 'visible') return
  requestAnimationFrame(() => setTimeout(() => takeOff(root, cards, flights)))
}

/** All paths are measured before the first card is added, which would make the browser lay out the page again. */
function takeOff(root: HTMLElement, cards: Cards, flights: Flight[]): void {
  const first = flights.filter((flight) => !flight.later).slice(0, MOST)
  const then = flights.filter((flight) => flight.later).slice(0, MOST)
  const wait = first.length ? LASTS + first.length * APART : 0
  const paths = [
    ...first.flatMap((flight, i) => path(root, flight, i * APART)),
    ...then.flatMap((flight, i) => path(root, flight, wait + i * APART)),
  ]
  for (const each of paths) flyOne(cards, each)
}

function path(root: HTMLElement, flight: Flight, delay: number): Path[] {
  const start = root.querySelector(`[data-zone="${flight.from}"]`)?.getBoundingClientRect()
  const end = root.querySelector(`[data-zone="${flight.to}"]`)?.getBoundingClientRect()
  return start && end ? [{ flight, start, end, delay }] : []
}

function flyOne(cards: Cards, { flight: { face, becomes }, start, end, delay }: Path): void {
  const ghost = document.createElement('div')
  ghost.className = 'ghost'
  const sides = [face, ...(becomes ? [becomes] : [])].map((each) => side(ghost, cards, each))
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

function side(ghost: HTMLElement, cards: Cards, face: string) {
  const node = document.createElement('div')
  ghost.append(node)
  return { node, card: mount(Card, { target: node, props: { cards, face, size: SIZE, decorative: true } }) }
}
