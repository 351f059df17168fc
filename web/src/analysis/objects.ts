// Made from the objects of analyses and src/brocante/wasm/analysis.py by web/wire.py; do not edit.

export type Analysis = {
  game: string
  rules: number
  players: number
  simulations: number
  chances: number[][]
  changes: Change[]
  parts: Parts[]
  decisions: Decision[]
  turning_points: number[]
}

export type AnalysisDescription = {
  exports: string[]
  stack: number
  heap: number
  fitted: number
  stages: number
  vectors: number
  fact_room: number
  exact: number
  effort: Effort
  dice: Dice
  marks: Marks
  reasons: Reasons
  games: Record<string, Followed>
}

export type Change = {
  by: "cards" | "move"
  number: number
  seat: number | null
  changes: number[]
}

export type Considered = {
  move: string
  chance: number | null
}

export type Decision = {
  number: number
  seat: number
  played: string
  best: string
  other: string
  cost: number
  error: number
  mark: "best" | "blunder" | "good" | "inaccuracy" | "mistake"
  moves: Considered[]
  reasons: Reason[]
}

export type Dice = {
  fitting: number
  luck: number
  decision: number
}

export type Difference = {
  fact: Record<string, unknown>
  after_best: number
  after_other: number
  worth: number
}

export type Effort = {
  ahead: Thinking
  search: Thinking
  fewest: number
  playouts: number
  least_worlds: number
  turning_points: number
}

export type Followed = {
  overlooking: number[]
  worths: number
}

export type Marks = {
  inaccuracy: number
  mistake: number
  blunder: number
  certain: number
}

export type Parts = {
  expected: number
  cards: number
  own: number
  others: number
  result: number
}

export type Reason = {
  fact: Record<string, unknown>
  after_best: number
  after_other: number
  worth: number
  text: string
}

export type Reasons = {
  most: number
  least_worth: number
}

export type Thinking = {
  of_a_game: number
  of_a_decision: number
}
