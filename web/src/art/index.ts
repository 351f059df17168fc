/**
 * The drawings. A board imports its own game's (`art/klunker`), so that they load with the board; code that serves
 * every game calls `loadArt` first and then `art`. Colours are custom properties, see palette.css.
 */
type Art = (face: string) => string

const games: Record<string, () => Promise<{ art: Art }>> = {
  klunker: () => import('./klunker'),
  'alles-futsch': () => import('./alles-futsch'),
  zwergezocken: () => import('./zwergezocken'),
}

const loaded = new Map<string, Art>()

export async function loadArt(game: string): Promise<void> {
  const load = games[game]
  if (load && !loaded.has(game)) loaded.set(game, (await load()).art)
}

/** The SVG markup of a face by the name in the game's words; empty if there is none or the game is not loaded yet. */
export function art(game: string, face: string): string {
  return loaded.get(game)?.(face) ?? ''
}

const addresses = new Map<string, string>()

/** The same as the address of an image: a card is one element on the page instead of every stroke of its drawing. */
export function picture(game: string, face: string): string {
  const svg = art(game, face)
  if (svg && !addresses.has(svg)) addresses.set(svg, `data:image/svg+xml,${encodeURIComponent(svg)}`)
  return addresses.get(svg) ?? ''
}
