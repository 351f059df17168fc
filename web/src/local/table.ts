// A table of this device: it decides on requests and shows the game, in the messages that a server's table sends.
import type { Engine } from '../rules/engine'
import { Game } from '../rules/game'
import { sha256, fromHex } from '../lib/sha256'
import type { Level } from '../lib/prefs.svelte'
import type { FromClient, LogLine, News, Problem, SeatShown, TableShown, View } from '../lib/wire'
import { botSeed } from './deal'
import { after, type Change, type Kept } from './kept'
import { inRuns } from './runs'

/** Why something cannot be, as a server says it. */
export class Refused extends Error {
  readonly problem: Problem

  constructor(code: Problem['code'], reason: string | null = null, more: Partial<Problem> = {}) {
    super(reason ?? code)
    this.problem = { code, text: reason ?? code, reason: reason ?? code, ...more }
  }
}

export class Table {
  game: Game
  /** Of each move, the seat that chose it among several; bots' are not asked for. */
  #decisions: (number | null)[] = []

  constructor(readonly engine: Engine, public kept: Kept) {
    this.game = this.#dealt(kept.moves)
  }

  get turn(): number | null {
    return this.game.turn
  }

  /** The bot whose turn it is, if it is one's. */
  get bot(): Level | null {
    const player = this.turn === null ? null : this.kept.seats[this.turn]!
    return player?.kind === 'bot' ? player.level : null
  }

  /** What the bot chooses with, where that is settled beforehand. */
  get dice(): bigint | undefined {
    return this.kept.deal && botSeed(this.kept.seed, this.kept.moves.length)
  }

  /** What a request would change. A Refused says why it cannot be. */
  decide(request: FromClient): Change | 'rematch' {
    switch (request.do) {
      case 'play':
        return this.#move(request.move, this.#own(request.seat))
      case 'undo':
        return this.#undo(this.#own(request.seat))
      case 'resign':
        this.#running()
        return { kind: 'resigned', seat: this.#own(request.seat) }
      case 'offer_rematch':
        if (!this.kept.over) throw new Refused('not_over')
        return 'rematch'
      default:
        throw new Refused('bad_request', 'not_here')
    }
  }

  /** Whoever may have a hint now. */
  hinted(seat: number | null | undefined): Game {
    if (!this.kept.hints) throw new Refused('no_hints')
    this.#running()
    if (this.turn !== this.#own(seat)) throw new Refused('not_your_turn', null, { values: { seat: this.turn } })
    return this.game
  }

  /** The table after a change, if it could be stored. */
  after(change: Change): Kept {
    return after(this.kept, change, Date.now())
  }

  /** The bot's own move. */
  moved(move: string): Change {
    const then = this.game.clone()
    then.play(move)
    return { kind: 'moved', move, result: then.result() }
  }

  /** Take in what is stored. */
  take(kept: Kept): void {
    const [before, moves] = [this.kept.moves, kept.moves]
    const goesOn = moves.length >= before.length && before.every((move, i) => move === moves[i])
    if (goesOn) for (const move of moves.slice(before.length)) this.#play(this.game, move)
    else this.game = this.#dealt(moves)
    this.kept = kept
  }

  news(since: number | null): News {
    const { version, told } = this.kept
    const fresh = told.filter((each) => each.version > (since ?? 0))
    return {
      type: 'news',
      version,
      told: fresh,
      ...(since === null || fresh.length || this.kept.over ? { table: this.shown() } : {}),
      views: this.views(),
    }
  }

  shown(): TableShown {
    const { id, game, rules, options, hints, substitute, seats, seed, over, next } = this.kept
    const person = seats.find((player) => player.kind === 'person')
    return {
      id, game, rules, options, hints, substitute,
      players: seats.length,
      status: over ? 'over' : 'running',
      public: false,
      chat: false,
      clock: null,
      host: person?.kind === 'person' ? person.name : '',
      you_are_host: true,
      seats: seats.map((player): SeatShown => (player.kind === 'bot' ? { kind: 'bot', level: player.level } : { kind: 'person', name: player.name, yours: true })),
      commitment: sha256(fromHex(seed)),
      seed: over ? seed : null,
      counts: false,
      deal: this.kept.deal?.day ?? null,
      next_table: next,
      muted: [],
      undo: null,
      tells_turns: null,
    }
  }

  /** The game as each person here sees it; where there are several, or none, as a watcher does too. */
  views(): View[] {
    const own = this.kept.seats.flatMap((player, seat) => (player.kind === 'person' ? [seat] : []))
    const result = this.game.result()
    return (own.length === 1 ? own : [...own, null]).map((seat) => ({
      seat,
      turn: this.turn,
      position: this.game.table(seat),
      log_from: 0,
      log: lines(this.game, seat),
      legal: seat !== null && seat === this.turn ? inRuns(this.game.description.words, this.game.legalNumbers()) : [],
      result,
      undo: result || seat === null || this.kept.deal?.stands ? null : this.#decided(seat),
    }))
  }

  #dealt(moves: readonly string[]): Game {
    const { game, options, seed, seats, rules } = this.kept
    const dealt = Game.deal(this.engine, game, seats.length, options, fromHex(seed), rules)
    this.#decisions = []
    for (const move of moves) this.#play(dealt, move)
    return dealt
  }

  #play(game: Game, move: string): void {
    this.#decisions.push(game.legalNumbers().length > 1 ? game.turn : null)
    game.play(move)
  }

  /** How many moves there were before a seat last decided something. */
  #decided(seat: number): number | null {
    const last = this.#decisions.lastIndexOf(seat)
    return last < 0 ? null : last
  }

  #running(): void {
    if (this.kept.over) throw new Refused('not_running', 'game_over')
  }

  /** The seat that a request is for: the one named, else the one to move, else the first. */
  #own(named: number | null | undefined): number {
    const own = this.kept.seats.flatMap((player, seat) => (player.kind === 'person' ? [seat] : []))
    const seat = named ?? (own.includes(this.turn!) ? this.turn : own[0])
    if (seat === null || seat === undefined || !own.includes(seat)) throw new Refused('not_your_seat', null, { values: { seat } })
    return seat
  }

  #move(move: string, seat: number): Change {
    this.#running()
    if (this.turn !== seat) throw new Refused('not_your_turn', null, { values: { seat: this.turn } })
    const why = this.game.check(move)
    if (why) throw new Refused('illegal_move', why.code, { clause: why.clause, values: why.values })
    return this.moved(move)
  }

  /** Back to the own last decision. People at one device agree on it by word. */
  #undo(seat: number): Change {
    this.#running()
    if (this.kept.deal?.stands) throw new Refused('cannot_undo', 'stands')
    const back = this.#decided(seat)
    if (back === null) throw new Refused('cannot_undo', 'nothing_to_take_back')
    return { kind: 'undone', seat, moves: this.kept.moves.length - back }
  }
}

/** The log as it goes over the wire. */
export const lines = (game: Game, seat: number | null): LogLine[] => game.log(seat).map(({ seat, move, facts }) => [seat, move, facts])
