// This browser's push subscription, and the messages that it shows.
import { api, Refusal } from '../lib/api'
import type { Language } from '../lib/i18n.svelte'

/** Why this browser tells nobody of anything: the key of a sentence. */
export class Unable extends Error {
  constructor(readonly key: 'denied' | 'unable' | 'no_service') {
    super(key)
  }
}

const able = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const registered = async () => (able() ? await navigator.serviceWorker.getRegistration(document.baseURI) : undefined)

export async function isSubscribed(): Promise<boolean> {
  return able() && Notification.permission === 'granted' && !!(await (await registered())?.pushManager.getSubscription())
}

/** Subscribe this browser, after asking the person if need be. */
export async function subscribe(language: Language): Promise<void> {
  if (!able()) throw new Unable('unable')
  if ((await Notification.requestPermission()) !== 'granted') throw new Unable('denied')
  await navigator.serviceWorker.register(new URL('turns.js', document.baseURI))
  const { pushManager } = await navigator.serviceWorker.ready
  const { key } = await api.notices()
  const old = await pushManager.getSubscription()
  if (old && keyOf(old) === key && (await given(old, language))) return
  await old?.unsubscribe() // made for another server, or by another guest of this browser
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) }
  await api.subscribe(await pushManager.subscribe(options).catch(() => Promise.reject(new Unable('no_service'))), language)
}

/** Give the server a subscription that there was; whether it takes it. */
async function given(subscription: PushSubscription, language: Language): Promise<boolean> {
  try {
    await api.subscribe(subscription, language)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'subscription_taken') return false
    throw error
  }
}

/** Be told by no browser any more. */
export async function unsubscribe(): Promise<void> {
  await api.unsubscribe()
  await forget()
}

/** Leave nothing behind in this browser. */
export async function forget(): Promise<void> {
  const registration = await registered()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
}

/** The table is in front of the person: what says that it is their turn need not stand there any more. */
export async function takeAway(table: string): Promise<void> {
  for (const shown of (await (await registered())?.getNotifications({ tag: `turn-${table}` })) ?? []) shown.close()
}

const bytes = (key: string) => Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  return btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer()))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
