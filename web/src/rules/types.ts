/** The rules of one game in one language, for players: `<language>/<game>.json`. */
export type Rules = {
  title: string
  intro: string
  sections: Section[]
  examples: Example[]
  glossary: { id: string; term: string; meaning: string }[]
}

export type Section = { id: string; heading: string; paragraphs: Paragraph[] }

export type Paragraph = {
  /** Number of the clause in the game's rules.md (K3.1), or the bold word or heading there that has no number. */
  clause: string
  text: string
  /** A ruling decides where the old rule sheets are silent; what no source gives was rebuilt. */
  mark: 'ruling' | 'rebuilt' | null
  /** Faces to be shown beside, by the names `art` knows. */
  cards: string[]
}

export type Example = { clause: string; text: string; cards: string[] }

/**
 * A noun. `a` and `the` hold it with its article as the object of a verb, so that a template needs no grammar:
 * « {player} stellt {a} aus », einen Schuh, ein Diadem. `short` is two letters, unique within its game.
 */
export type Noun = { name: string; a: string; the: string; plural: string; short?: string; alt?: string }

/** A text with {places}, or one for each plural form of {n}. */
export type Template = string | { one: string; other: string }

/**
 * What happened: `log` tells it of somebody, `you` to the reader, `do` names it on a button (a sentence may begin with
 * a place: put it in capitals after filling in). Places: {player} and {target} are names; {a}, {the}, {plural} and
 * {name} come from the noun; {face}, {card}, {cards} and {side} are names of cards and sides; {n} is a number.
 */
export type Phrase = { log: Template; you?: Template; do?: string }

export type GameTerms = {
  name: string
  tagline: string
  /** Kinds of Klunker and Alles futsch!, by their words. */
  kinds?: Record<string, Noun>
  /** Faces of ZwergeZocken, by their words; `alt` describes the drawing or the effect. */
  faces?: Record<string, { name: string; alt: string }>
  sides?: Record<string, string>
  /** Drawings that are no faces: backs, bills, chips. */
  pictures: Record<string, string>
  things: Record<string, Noun>
  phases: Record<string, { name: string; now: string }>
  /** By the first word of a move; …Own, …You, …Yours and …Hidden are variants of it. */
  moves: Record<string, Phrase>
  /** What follows from moves by itself. */
  news: Record<string, Phrase>
  options: Record<string, { name: string; choices: Record<string, string> }>
}

/** `<language>/terms.json` */
export type Terms = {
  marks: Record<'ruling' | 'rebuilt', { name: string; meaning: string }>
  klunker: GameTerms
  'alles-futsch': GameTerms
  zwergezocken: GameTerms
}
