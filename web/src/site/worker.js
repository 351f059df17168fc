// The service worker of the static site: every file is kept on the first visit, and comes from there from then on. A new
// version waits until the player asks for it, or no page is open any more.
const FILES = __FILES__
const CACHE = 'brocante-__VERSION__'

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)))
})

addEventListener('activate', (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith('brocante-') && name !== CACHE) await caches.delete(name)
    await clients.claim()
  }
  event.waitUntil(old())
})

addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting()
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== location.origin) return
  const kept = async () => {
    const cache = await caches.open(CACHE)
    const found = request.mode === 'navigate' ? await cache.match('./') : await cache.match(request, { ignoreSearch: true })
    return found ?? fetch(request)
  }
  event.respondWith(kept())
})
