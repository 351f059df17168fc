// The worker that analyses a game, apart from the page and from the games of this device: who stops it ends it.
import type { BadRecord } from '../rules/game'
import { loadNet, type Net } from '../rules/nets'
import { analyse } from './analyse'
import type { Answer, Ask } from './calls'
import { loadAnalyst } from './load'

const OFTEN = 100 // milliseconds between words on how far it is
const send = (answer: Answer) => postMessage(answer)
const loaded = loadAnalyst()
loaded.catch((error) => setTimeout(() => { throw error })) // which the page hears of

/** The net of the record's game; null where it cannot be loaded. */
function netFor(record: unknown): Promise<Net | null> {
  const { game } = Object(record) as { game?: unknown }
  return loadNet(String(game)).catch(() => null)
}

addEventListener('message', async (event: MessageEvent<Ask>) => {
  const [analyst, net] = await Promise.all([loaded, netFor(event.data.record)])
  let told = 0
  const progress = (done: number, total: number) => {
    if (Date.now() < told + OFTEN) return
    told = Date.now()
    send({ kind: 'progress', done, total })
  }
  try {
    const { record, simulations } = event.data
    send({ kind: 'analysis', analysis: analyse(analyst, net, record, { progress, course: (course) => send({ kind: 'course', course }) }, simulations) })
  } catch (error) {
    const { message, reason = null, values = {} } = error as Partial<BadRecord> & Error
    send({ kind: 'problem', problem: { code: 'bad_request', text: message, reason, values } })
  }
})
