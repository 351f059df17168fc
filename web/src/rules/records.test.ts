// Games played here are verified by Python: tests/wasm/test_records.py names the file that they are written to.
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { levelBot } from './bots'
import { Game } from './game'
import { defaultOf } from './options'
import { builtEngine } from './testing'

const file = import.meta.env.VITE_RECORDS as string | undefined

describe.runIf(file)('games for Python', () => {
  it('are played with every number of players, and with options', () => {
    const engine = builtEngine()
    const records = Object.values(engine.description.games).flatMap((game) =>
      game.players.map((players) => {
        const bots = Array.from({ length: players }, (_, seat) => levelBot(seat ? 'medium' : 'hard'))
        const options = Object.fromEntries(game.options.map((option) => [option.name, unusual()[option.kind]]))
        const played = Game.deal(engine, game.name, players, options)
        while (played.turn !== null) played.play(bots[played.turn]!.choose(played))
        return played.record()

        function unusual(): Record<string, unknown> {
          const each = game.options.find((option) => option.kind === 'one_each')
          const choice = game.options.find((option) => option.kind === 'choice')
          const words = each ? [...(defaultOf(each, players) as string[])].reverse() : []
          return { seat: players - 1, choice: choice?.choices!.at(-1), whole: 4, one_each: words }
        }
      }),
    )
    expect(records.every((record) => record.result)).toBe(true)
    writeFileSync(new URL(`file://${file}`), JSON.stringify(records))
  }, 120_000)
})
