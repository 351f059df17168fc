// Whether a move may be taken back among people: only if nobody has learned anything from it, like
// src/brocante/table/undo.py. Some worlds that fit what an onlooker knew are dealt and tried.
import type { Room } from '../rules/engine'
import { numbersOf, type Game } from '../rules/game'

const WORLDS = 24
const WATCHER = -1

/** Whether a move, played in this position, told nothing to any seat, its own included, or to a watcher. */
export function nobodyLearned(before: Game, move: string): boolean {
  const room = before.engine.room(before.name)
  const number = numbersOf(before.description).get(move)!
  const then = before.clone()
  then.play(move)
  const onlookers = [WATCHER, ...Array.from({ length: before.players }, (_, seat) => seat)]
  return onlookers.every((onlooker) => learnedNothing(room, before.position, then.position, number, onlooker))
}

function learnedNothing(room: Room, before: Uint8Array, after: Uint8Array, move: number, onlooker: number): boolean {
  lay(room, after)
  const now = seen(room, onlooker)
  for (let world = 0; world < WORLDS; world++) {
    lay(room, before)
    room.rolled = BigInt(world)
    room.call('redeal', room.position, onlooker, room.dice, room.cards)
    if (!room.legal(room.position).includes(move)) return false
    room.call('play', room.telling, move)
    if (seen(room, onlooker) !== now) return false
  }
  return true
}

function lay(room: Room, position: Uint8Array): void {
  room.bytes(room.position, position.length).set(position)
}

/** All that an onlooker sees of the position. */
function seen(room: Room, onlooker: number): string {
  const row = (name: string, seat: number) => {
    room.ints(room.row, room.game.layout.size).fill(0)
    room.call(name, room.position, seat, room.row)
    return room.ints(room.row, room.game.layout.size).join()
  }
  return row('observe_public', 0) + (onlooker === WATCHER ? '' : row('observe_private', onlooker))
}
