// Made from src/brocante/wasm/description.py by web/wire.py; do not edit.

export type Description = {
  sources: string
  exports: string[]
  stack: number
  heap: number
  node: RecordType
  deepest: number
  batch: number
  seats: number
  fact_head: number
  games: Record<string, GameDescription>
}

export type FactType = {
  number: number
  name: string
  clause: string
  values: ValueType[]
}

export type GameDescription = {
  name: string
  prefix: string
  title: string
  author: string
  year: number
  rules: number
  players: number[]
  options: OptionType[]
  earlier: Record<string, OptionType[]>
  position: RecordType
  telling: RecordType
  plain_at: number
  fresh: Record<string, string>
  words: (string | Run)[]
  moves: number
  most_legal: number
  cards: number
  layout: LayoutType
  facts: FactType[]
  weights: number[]
  worths: number[]
  settings: number[]
  levels: Record<string, Thinking>
}

export type LayoutType = {
  version: number
  size: number
  seats: number
  fields: Record<string, unknown>[]
}

export type NetDescription = {
  stack: number
  heap: number
  size: number
  at: Record<string, number>
}

export type NetsDescription = {
  sources: string
  games: Record<string, NetDescription>
}

export type OptionType = {
  name: string
  kind: "choice" | "one_each" | "seat" | "whole"
  choices?: string[]
  least?: number
  most?: number | null
  usual?: number
  drawn?: boolean
}

export type RecordField = {
  offset: number
  type: "float64" | "int16" | "int32" | "int64" | "int8"
  shape: number[]
}

export type RecordType = {
  size: number
  fields: Record<string, RecordField>
}

export type Run = {
  words: string
  least: number
  most: number
}

export type Thinking = {
  simulations: number | null
  overlooks: number
  net?: number
  weights?: number[]
}

export type ValueType = {
  name: string
  kind: "cards" | "number" | "seat" | "word"
  of?: string[]
  known_to?: string[]
}
