// Cards as a game describes them: what a face is called, what is drawn on it, what stands in its corners.
export type Corner = { text: string; colour: string; round: boolean; live: boolean }

export type Cards = {
  name: (face: string) => string
  /** SVG, from top to bottom; a face without a drawing shows its name. */
  drawings: (face: string) => string[]
  /** `live`: what counts now, where a card has more than one value. */
  corners?: (face: string, live: string | null) => Corner[]
  /** The colour of the card, where it is not that of paper. */
  colour?: (face: string) => string | undefined
  /** Whether the name stands below the drawing where there is room. */
  named: boolean
}

/** The face of a card that is hidden. */
export const BACK = 'back'
export const BACK_COLOUR = '#b9573f'

const addresses = new Map<string, string>()

/** A drawing as the address of an image: a card is one element on the page instead of every stroke of its drawing. */
export function picture(svg: string): string {
  const known = addresses.get(svg) ?? `data:image/svg+xml,${encodeURIComponent(svg)}`
  addresses.set(svg, known)
  return known
}
