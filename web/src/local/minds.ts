// Who thinks for a bot of a level: its net, where it has one that this browser can load and run; else the rules' own bots.
import { levelBot, randomDice, type Bot, type Level } from '../rules/bots'
import type { Game } from '../rules/game'
import type { Net, NetBot } from '../rules/nets'

/** Milliseconds that a bot waits for its net; meanwhile it plays without. */
const PATIENCE = 5000

export class Minds {
  #nets = new Map<string, Promise<Net | null>>()

  constructor(readonly load: (name: string) => Promise<Net> = async (name) => (await import('../rules/nets')).loadNet(name)) {}

  /** A bot that chooses by these dice is the same on every device: however long its net takes, it waits. */
  async bot(game: Game, level: Level, dice?: bigint): Promise<Bot | NetBot> {
    const simulations = game.description.levels[level]!.net
    const net = simulations === undefined ? null : await this.#net(game.name, dice === undefined ? PATIENCE : null)
    return net ? net.bot(simulations!, dice ?? randomDice()) : levelBot(level, dice)
  }

  /** Null if it cannot be had. What the network denied is asked for again the next time. */
  #net(name: string, patience: number | null): Promise<Net | null> {
    let net = this.#nets.get(name)
    if (!net) {
      net = this.load(name).catch((error) => {
        if (!(error instanceof WebAssembly.CompileError)) this.#nets.delete(name)
        return null
      })
      this.#nets.set(name, net)
    }
    return patience === null ? net : Promise.race([net, new Promise<null>((done) => setTimeout(done, patience, null))])
  }
}
