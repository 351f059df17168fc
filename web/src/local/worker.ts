// The worker: the rules and the games of this device, apart from the page, which stays smooth while bots think.
import { loadEngine } from '../rules/engine'
import type { BadRecord } from '../rules/game'
import type { Call, Reply } from './calls'
import { Host } from './host'
import { Store } from './store'
import { Refused } from './table'

const pages = new BroadcastChannel('brocante.tables')
const lines = new Map<number, () => void>()
const send = (reply: Reply) => postMessage(reply)
const host = loadEngine().then((engine) => new Host(engine, new Store(), (id) => pages.postMessage(id)))
host.catch((error) => setTimeout(() => { throw error })) // which the page hears of
pages.onmessage = async (event: MessageEvent<string>) => (await host).follow(event.data)

addEventListener('message', async (event: MessageEvent<Call>) => {
  const { call } = event.data
  const ready = await host
  try {
    send({ call, answer: (await answered(ready, event.data)) ?? null })
  } catch (error) {
    const { message, reason = null, values = {} } = error as Partial<BadRecord> & Error
    send({ call, problem: error instanceof Refused ? error.problem : { code: 'bad_request', text: message, reason, values } })
  }
})

async function answered(host: Host, asked: Call): Promise<unknown> {
  switch (asked.name) {
    case 'games':
      return host.games()
    case 'open':
      return host.open(asked.table, asked.person, asked.deal)
    case 'list':
      return host.list()
    case 'forget':
      return host.forget()
    case 'attend':
      lines.set(asked.line, await host.attend(asked.id, asked.since, (message) => send({ line: asked.line, message })))
      return null
    case 'leave':
      lines.get(asked.line)?.()
      lines.delete(asked.line)
      return null
    case 'request':
      send({ line: asked.line, message: await host.answer(asked.id, asked.message) })
      return null
    case 'record':
      return host.record(asked.id)
    case 'replay':
      return host.replay(asked.id, asked.seat)
    case 'look':
      return host.look(asked.record, asked.seat)
  }
}
