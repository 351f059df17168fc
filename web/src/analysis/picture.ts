// The curve as a picture to share: an SVG of its own, and the same as PNG.
import { DASH, lineOf, namePlaces, turnPlaces, yOf, type Frame } from './geometry'

const FRAME: Frame = { width: 1200, height: 630, left: 90, right: 230, top: 190, bottom: 50 }
const SEATS = ['#b4472f', '#3f7a46', '#3a6ea5', '#a8791d', '#7d5a9b'] // the colours of seats in the light
const [PAPER, INK, LINE] = ['#f4ecdd', '#2b2118', '#cdb994']
const APART = 34

export type Pictured = { title: string; subtitle: string; chances: number[][]; turns: number[]; names: string[]; percent: (chance: number) => string }

const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function pictureOf({ title, subtitle, chances, turns, names, percent }: Pictured): string {
  const last = chances.length - 1
  const right = FRAME.width - FRAME.right
  const text = (x: number, y: number, words: string, more: string) => `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`
  const grid = [0, 0.5, 1].map((chance) => {
    const y = yOf(FRAME, chance)
    return `<path d="M${FRAME.left} ${y}H${right}" stroke="${LINE}"/>${text(FRAME.left - 12, y + 8, percent(chance), 'text-anchor="end"')}`
  })
  const marks = turnPlaces(FRAME, turns, last, APART).map(({ x, row }, i) => {
    const y = FRAME.top - 64 + 26 * row
    return `<path d="M${x} ${y + 6}V${FRAME.height - FRAME.bottom}" stroke="${INK}" stroke-dasharray="2 8"/>${text(x, y, String(i + 1), 'text-anchor="middle" font-weight="600"')}`
  })
  const lines = names.map((_, seat) => `<polyline points="${lineOf(FRAME, chances, seat)}" fill="none" stroke="${SEATS[seat]}" stroke-width="5" stroke-linejoin="round" stroke-dasharray="${DASH[seat]}"/>`)
  const called = namePlaces(FRAME, chances, APART).map(({ seat, y }) => text(right + 14, y + 8, names[seat]!.slice(0, 14), `fill="${SEATS[seat]}" font-weight="600"`))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${FRAME.width}" height="${FRAME.height}" viewBox="0 0 ${FRAME.width} ${FRAME.height}" font-family="sans-serif" font-size="26" fill="${INK}">`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    text(FRAME.left, 64, title, 'font-size="44" font-weight="700" font-family="serif"'),
    text(FRAME.left, 104, subtitle, ''),
    ...grid, ...marks, ...lines, ...called,
    '</svg>',
  ].join('')
}

/** A drawing as PNG, as an address. */
export async function asPng(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [FRAME.width, FRAME.height]
  canvas.getContext('2d')!.drawImage(image, 0, 0)
  return canvas.toDataURL('image/png')
}
