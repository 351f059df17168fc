// The table as it is shown: behind what is known of it by what has not been seen yet.
import type { GameModule } from '../games/game'
import type { AnyFact } from '../lib/facts'
import type { Flight } from '../lib/flight'
import { Player, type Moment, type Pace } from '../lib/moments'
import { play, type Sound } from '../lib/sound'
import type { LogLine, View } from '../lib/wire'

/** The game as everyone at this device sees it, and as watchers do where there are several or none. */
export type Scene = { views: View[]; logs: Map<number | null, LogLine[]> }
export type Ways = {
  pace: () => Pace
  fly: (flights: Flight[], pace: Pace) => Promise<void>
  land: () => void
  /** Moves that are shown from now on. */
  tell: (lines: LogLine[]) => void
}

/** Whose log is shown: that of the only seat here, else the watchers'. */
const reader = ({ views }: Scene): number | null => (views.length === 1 ? views[0]!.seat : null)
const logOf = (scene: Scene): LogLine[] => scene.logs.get(reader(scene)) ?? []

/** A card is laid, unless facts sound otherwise; each sound once. */
function heard(lines: LogLine[], sounds: NonNullable<GameModule['sounds']>): Set<Sound> {
  const told = lines.flatMap(([, , facts]) => (facts as AnyFact[]).flatMap(({ fact }) => sounds[fact] ?? []))
  return new Set(told.length ? told : ['card'])
}

export class Stage {
  scene = $state.raw<Scene>({ views: [], logs: new Map() })
  moment = $state.raw<Moment | null>(null)
  /** How many steps have not been shown to their end. */
  behind = $state(0)
  /** The moves that are being shown. */
  lines = $state.raw<LogLine[]>([])

  #known: Scene | null = null
  #sounds: NonNullable<GameModule['sounds']> = {}
  #player: Player<Scene>

  constructor({ pace, fly, land, tell }: Ways) {
    this.#player = new Player<Scene>(
      {
        begin: ({ lines }) => {
          this.lines = lines
          tell(lines)
          for (const sound of heard(lines, this.#sounds)) play(sound)
        },
        look: (moment) => {
          this.moment = moment
          if (moment?.sound) play(moment.sound)
        },
        fly,
        land,
        stand: (scene) => {
          land()
          this.scene = scene
        },
      },
      pace,
      (behind) => (this.behind = behind),
    )
  }

  /** What is known now; `game` as soon as it is there. `timed`: a clock runs, which nothing that is shown may cost. */
  take(scene: Scene, game: GameModule | null, timed = false): void {
    const before = this.#known && reader(this.#known) === reader(scene) ? logOf(this.#known).length : Infinity
    const log = logOf(scene)
    this.#known = scene
    if (!game || before >= log.length) return this.#player.reset(scene)
    const lines = log.slice(before)
    const own = scene.views.flatMap(({ seat }) => (seat === null ? [] : [seat]))
    const turn = scene.views[0]?.turn ?? null
    this.#sounds = game.sounds ?? {}
    this.#player.add({
      state: scene,
      lines,
      own: own.includes(lines[0]![0]),
      flights: game.flights(lines),
      moments: game.moments?.(log, before, reader(scene)) ?? [],
      awaited: turn === null || own.includes(turn),
    })
    if (timed && turn !== null && own.includes(turn)) this.#player.skip(true)
  }

  /** Nobody looks any more. */
  close(): void {
    this.#player.reset(this.scene)
  }

  on = (): void => this.#player.on()

  skip = (): void => {
    const { views } = this.scene
    const mine = views.some(({ seat, turn }) => seat !== null && seat === turn)
    if (this.behind || !mine) this.#player.skip(views.some(({ seat }) => seat !== null))
  }
}
