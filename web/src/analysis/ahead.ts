// The analyst of games that have a net: it thinks ahead as the expert does. The same as src/brocante/analysis/ahead.py.
import { childrenOf } from '../rules/bots'
import type { Net } from '../rules/nets'
import type { Thinking } from './objects'
import { NO_MOVE, type Dice, type Estimator, type Explored, type Thinker } from './estimator'

export class ThinkingAhead implements Thinker {
  readonly thinking: Thinking

  constructor(readonly net: Net, readonly estimator: Estimator) {
    this.thinking = estimator.analyst.about.effort.ahead
  }

  legal(root: Uint8Array): number[] {
    return this.estimator.legal(root)
  }

  /** As an estimator does; without a move, what is won in each simulation is not told. */
  explore(root: Uint8Array, seat: number, simulations: number, dice: Dice, first = NO_MOVE): Explored {
    const { net } = this
    const { engine } = this.estimator.room
    net.lay(root, dice.at)
    const room = simulations + 2
    const behind = net.clear(room * engine.description.node.size, 8 * simulations)
    const explored: Explored = { won: [], tried: new Map() }
    if (first !== NO_MOVE) {
      net.functions.think_on(net.desk, seat, first, net.nodes, room, behind, simulations)
      explored.won = [...new Float64Array(net.memory.buffer, behind, simulations)]
    } else {
      net.functions.begin(net.desk, this.legal(root).length, behind, simulations)
      net.functions.plan(net.desk, seat, net.nodes, room, 1, simulations, behind, simulations)
      for (const [move, [visits, value]] of childrenOf(engine, net.memory.buffer, net.nodes)) {
        explored.tried.set(move, { visits, chance: Math.min(Math.max(value / visits, 0), 1) }) // a net may expect a little more than all
      }
    }
    dice.at = net.dice
    return explored
  }
}
