// The way to a table: a socket to the server, or the worker of this device.
import { device } from '../local/device'
import type { FromClient, FromServer } from './wire'

export type Way = { readonly isOpen: boolean; send: (message: FromClient) => void; close: () => void }
export type Ends = {
  opened: () => void
  heard: (message: FromServer) => void
  /** `gone`: there is no such table, or not any more. */
  closed: (gone: boolean) => void
}
/** `since` is the last version that was seen. */
export type Connect = (id: string, since: number | null, ends: Ends) => Way

const GONE = 4404

export const bySocket: Connect = (id, since, { opened, heard, closed }) => {
  const address = new URL(`api/tables/${id}/socket`, document.baseURI)
  address.protocol = address.protocol.replace('http', 'ws')
  if (since !== null) address.searchParams.set('since', String(since))
  if (document.hidden) address.searchParams.set('looks', 'false')
  const socket = new WebSocket(address)
  socket.onopen = opened
  socket.onmessage = (event) => heard(JSON.parse(String(event.data)) as FromServer)
  socket.onclose = (event) => closed(event.code === GONE)
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN
    },
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => socket.close(),
  }
}

export const byDevice: Connect = (id, since, { opened, heard, closed }) => {
  const line = device.connect(id, since, heard, () => closed(true))
  queueMicrotask(opened)
  return { isOpen: true, ...line }
}
