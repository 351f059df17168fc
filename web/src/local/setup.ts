// What can be played on this device, and how it is set up.
import type { GameShown, OptionShown } from '../lib/api'
import type { OptionType } from '../rules/description'
import type { GameDescription } from '../rules/expanded'
import type { Engine } from '../rules/engine'
import { checkedOptions, checkedPlayers, defaultOf, type Options } from '../rules/options'

/** All options of a game; where the first player is not agreed, the lot decides, apart from the seed (C1). */
export function drawnOptions(game: GameDescription, players: number, given: Options): Options {
  checkedPlayers(game, players)
  const drawn = game.options.filter((option) => option.drawn).map(({ name }) => [name, below(players)])
  return checkedOptions(game, players, { ...Object.fromEntries(drawn), ...given })
}

/** A random whole number from 0 on, each as likely as the others. */
function below(end: number): number {
  const fair = Math.floor(2 ** 32 / end) * end
  for (;;) {
    const [bits] = crypto.getRandomValues(new Uint32Array(1))
    if (bits! < fair) return bits! % end
  }
}

/** The games, as a server lists them. */
export function gamesShown({ description }: Engine): Record<string, GameShown> {
  const shown = Object.values(description.games).map(({ name, title, author, year, players, options, rules }): [string, GameShown] => [
    name,
    { name, title, author, year, rules, players: [...players], options: Object.fromEntries(options.map((option) => [option.name, optionShown(option, players[0]!)])) },
  ])
  return Object.fromEntries(shown)
}

function optionShown(option: OptionType, players: number): OptionShown {
  const usual = { default: defaultOf(option, players) }
  switch (option.kind) {
    case 'seat':
      return { choices: 'a seat', ...usual }
    case 'whole':
      return { choices: 'a whole number', least: option.least ?? 0, ...(option.most === null || option.most === undefined ? {} : { most: option.most }), ...usual }
    case 'choice':
      return { choices: [...option.choices!], ...usual }
    case 'one_each':
      return { choices: [...option.choices!], each: 'seat', ...usual }
  }
}
