// What happened, as the rules tell it. A game's view.ts has the types of its own facts.
import type { LogLine } from './wire'

export type AnyFact = { fact: string } & Record<string, unknown>
export type FactKind = { name: string; clause: string; values: FactValue[] }
/** A value of a fact; where it has `known_to`, it is null for everyone but the seats in these values. */
export type FactValue = { name: string; kind: 'seat' | 'number' | 'word' | 'cards'; known_to?: string[] }

/** All facts of a log, in the order in which things happened. */
export const factsOf = <Fact>(log: readonly LogLine[]): Fact[] => log.flatMap(([, , facts]) => facts as Fact[])

/** Those of one kind. */
export function ofKind<Fact extends { fact: string }, Kind extends Fact['fact']>(facts: Fact[], kind: Kind): Extract<Fact, { fact: Kind }>[] {
  return facts.filter((each): each is Extract<Fact, { fact: Kind }> => each.fact === kind)
}
