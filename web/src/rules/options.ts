// What players agree on before a game, checked as in Python (src/brocante/games/options.py).
import type { OptionType } from './description'
import type { GameDescription } from './expanded'

/** No such game, number of players, option or seed: the reason, and values for its sentence (`setup.wrong_players`). */
export class SetupError extends Error {
  constructor(readonly reason: string, readonly values: Record<string, unknown> = {}) {
    super(`${reason} ${JSON.stringify(values)}`)
  }
}

export type Options = Record<string, unknown>

export function defaultOf(option: OptionType, players: number): unknown {
  switch (option.kind) {
    case 'seat':
      return 0
    case 'choice':
      return option.choices![0]
    case 'whole':
      return option.usual ?? 0
    case 'one_each':
      return option.choices!.slice(0, players)
  }
}

function isValid(option: OptionType, value: unknown, players: number): boolean {
  const choices = option.choices ?? []
  switch (option.kind) {
    case 'seat':
      return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < players
    case 'choice':
      return choices.includes(value as string)
    case 'whole':
      return Number.isSafeInteger(value) && (value as number) >= (option.least ?? 0) && (value as number) <= (option.most ?? Infinity)
    case 'one_each':
      return Array.isArray(value) && value.length === players && new Set(value).size === players && value.every((word) => choices.includes(word))
  }
}

export function checkedPlayers(game: GameDescription, players: unknown): number {
  if (!game.players.includes(players as number)) {
    throw new SetupError('wrong_players', { title: game.title, least: game.players[0], most: game.players.at(-1) })
  }
  return players as number
}

/** All options, those not given with their defaults. */
export function checkedOptions(game: GameDescription, players: number, given: Options): Options {
  const names = game.options.map((option) => option.name)
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new SetupError('no_such_option', { option: name, title: game.title })
  }
  const checked = game.options.map((option) => {
    const value = option.name in given ? given[option.name] : defaultOf(option, players)
    if (!isValid(option, value, players)) throw new SetupError('wrong_option', { option: option.name })
    return [option.name, structuredClone(value)]
  })
  return Object.fromEntries(checked)
}

/** Those that differ from their defaults, as a record has them. */
export function unusualOptions(game: GameDescription, players: number, options: Options): Options {
  const same = (option: OptionType) => JSON.stringify(options[option.name]) === JSON.stringify(defaultOf(option, players))
  return Object.fromEntries(game.options.filter((option) => !same(option)).map((option) => [option.name, options[option.name]]))
}
