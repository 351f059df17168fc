// Cards that move: they fly from zone to zone, above the table as it stands. What shall stand only when they have
// arrived waits for `fly`, and then lets them `land`.
import { mount, unmount } from 'svelte'
import Card from './Card.svelte'
import type { Cards } from './cards'
import { ranked, RANKS } from './moments'

/** A card from zone to zone, turned over on the way if it becomes something else. Later ones wait for earlier ones, and the
 * last ones, such as the next deal, for all others. */
export type Flight = { face: string; from: string; to: string; becomes?: string; later?: boolean; last?: boolean }

const MOST = 16
const APART = 70
const LASTS = 420
const SIZE = 46
/** Zones whose cards lie apart: one that flies away leaves its place empty. */
const APART_LIE = /^(hand-|trick$|row$)/

type Path = { flight: Flight; start: DOMRect; end: DOMRect; delay: number; source: HTMLElement | null }
type Ghost = { node: HTMLElement; to: string; remove: () => void; animation: Animation }

const ghosts = new Set<Ghost>()
const emptied = new Set<HTMLElement>()

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.visibilityState !== 'visible'

/** Rank after rank, once the table has been painted: what is measured then costs no layout. With `stay`, cards lie where
 * they have arrived until they `land`; else they fade away. */
export async function fly(root: HTMLElement, cards: Cards, flights: Flight[], { speed = 1, stay = false } = {}): Promise<void> {
  if (isCalm()) return
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
  for (const rank of RANKS) {
    const own = flights.filter((flight) => ranked(flight) === rank).slice(0, MOST)
    if (own.length) await takeOff(root, cards, own, speed, stay)
  }
}

/** All cards in the air have arrived. */
export function land(): void {
  for (const ghost of ghosts) {
    ghost.animation.finish()
    ghost.remove()
  }
  for (const place of emptied) place.style.visibility = ''
  emptied.clear()
}

/** All paths are measured before the first card is added, which would make the browser lay out the page again. */
async function takeOff(root: HTMLElement, cards: Cards, flights: Flight[], speed: number, stay: boolean): Promise<void> {
  const taken = new Set<HTMLElement>()
  const paths = flights.flatMap((flight, i) => path(root, flight, (i * APART) / speed, taken))
  for (const ghost of ghosts) if (flights.some(({ from }) => from === ghost.to)) ghost.remove()
  await Promise.all(paths.map((each) => flyOne(cards, each, LASTS / speed, stay)))
}

function path(root: HTMLElement, flight: Flight, delay: number, taken: Set<HTMLElement>): Path[] {
  const zone = (name: string) => root.querySelector<HTMLElement>(`[data-zone="${name}"]`)
  const [from, to] = [zone(flight.from), zone(flight.to)]
  if (!from || !to) return []
  const held = root.querySelector<HTMLElement>(`[data-holds="${flight.from}"]`) ?? from
  const lying = [...held.querySelectorAll<HTMLElement>('[data-face]')].find((card) => card.dataset.face === flight.face && !taken.has(card))
  const source = lying && APART_LIE.test(flight.from) ? lying : null
  if (source) taken.add(source)
  return [{ flight, start: (lying ?? from).getBoundingClientRect(), end: to.getBoundingClientRect(), delay, source }]
}

function flyOne(cards: Cards, { flight: { face, becomes, to }, start, end, delay, source }: Path, lasts: number, stay: boolean): Promise<void> {
  const node = document.createElement('div')
  node.className = 'ghost'
  const sides = [face, ...(becomes ? [becomes] : [])].map((each) => side(node, cards, each))
  document.body.append(node)
  const timing = { duration: lasts, delay, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'both' } as const
  const at = (rect: DOMRect) => `translate(${rect.x + (rect.width - SIZE) / 2}px, ${rect.y + (rect.height - SIZE * 1.4) / 2}px)`
  const animation = node.animate(
    [
      { transform: `${at(start)} rotate(-4deg)`, opacity: delay && !source ? 0 : 1 },
      { transform: `${at(start)} rotate(-4deg)`, opacity: 1, offset: 0.01 },
      { transform: `${at(end)} rotate(3deg)`, opacity: 1, offset: 0.88 },
      { transform: at(end), opacity: stay ? 1 : 0 },
    ],
    timing,
  )
  if (becomes) {
    sides[0]!.node.animate([{ scale: '1 1' }, { scale: '0 1', offset: 0.45 }, { scale: '0 1' }], timing)
    sides[1]!.node.animate([{ scale: '0 1' }, { scale: '0 1', offset: 0.45 }, { scale: '1 1' }], timing)
  }
  if (source && stay) {
    source.style.visibility = 'hidden'
    emptied.add(source)
  }
  const ghost: Ghost = {
    node, to, animation,
    remove: () => {
      if (!ghosts.delete(ghost)) return
      for (const { card } of sides) void unmount(card)
      node.remove()
    },
  }
  ghosts.add(ghost)
  return new Promise((arrived) => {
    const done = () => {
      if (!stay) ghost.remove()
      arrived()
    }
    animation.onfinish = animation.oncancel = done
    setTimeout(done, delay + lasts + 300) // a page that nobody sees paints no frames
  })
}

function side(ghost: HTMLElement, cards: Cards, face: string) {
  const node = document.createElement('div')
  ghost.append(node)
  return { node, card: mount(Card, { target: node, props: { cards, face, size: SIZE, decorative: true } }) }
}
