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
