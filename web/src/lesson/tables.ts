// Tables that follow a lesson: a short game, or the game of the lesson on a way of one's own. Bots are easy, and the coach
// goes on commenting.
import { t } from '../lib/i18n.svelte'
import { Line } from '../lib/line.svelte'
import { me } from '../lib/me.svelte'
import { prefs } from '../lib/prefs.svelte'
import { resumed } from '../local/resumed'
import { LEARNER, type Coach } from './coach'
import { keepCoached } from './kept'
import type { Lesson } from './stops'

const BOT = { kind: 'bot', level: 'easy' } as const

export async function practise(game: string, { practice }: Coach): Promise<string> {
  const seats = [{ kind: 'me' as const }, ...Array.from({ length: practice.players - 1 }, () => BOT)]
  const id = await me.open({ game, seats, options: practice.options ?? {} }, prefs.name)
  keepCoached(id, true)
  return id
}

/** The game of a lesson after its first `at` moves and these moves of the learner, played on by bots. */
export async function branch({ record }: Lesson, at: number, moves: string[]): Promise<string> {
  const learner = { kind: 'person' as const, name: prefs.name || t('me.guest') }
  const id = await resumed(record, at, Array.from({ length: record.players }, (_, seat) => (seat === LEARNER ? learner : BOT)), BOT.level)
  const line = new Line(id)
  for (const move of moves) await line.play(move, LEARNER)
  line.close()
  keepCoached(id, true)
  return id
}
