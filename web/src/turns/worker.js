// The service worker of a server's client: says that it is somebody's turn, and takes that away again. Browsers want every
// push to show something: what takes a message away takes its place first, and goes by itself a moment later.
const TEXTS = __TEXTS__
const MOMENT = 3000 // milliseconds

const tagOf = (table) => `turn-${table}`
const pageOf = (table) => new URL(`t/${table}`, registration.scope).href
const pages = async (table) => (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) => url.split(/[?#]/)[0] === pageOf(table))

async function close(table) {
  for (const shown of await registration.getNotifications({ tag: tagOf(table) })) shown.close()
}

async function tell({ kind, table, turn, game, language }) {
  const again = (await registration.getNotifications({ tag: tagOf(table) })).some(({ data }) => data.turn === turn)
  await registration.showNotification(game, {
    body: (TEXTS[language] ?? TEXTS.en)[kind],
    lang: language,
    tag: tagOf(table),
    renotify: kind === 'turn' && !again,
    silent: kind === 'over',
    icon: 'icon-192.png',
    data: { table, turn },
  })
  if (kind === 'over') setTimeout(() => close(table), MOMENT)
  else if ((await pages(table)).some(({ visibilityState }) => visibilityState === 'visible')) await close(table)
}

async function open(table) {
  const [page] = await pages(table)
  return page ? page.focus() : clients.openWindow(pageOf(table))
}

addEventListener('push', (event) => event.waitUntil(tell(event.data.json())))

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.table))
})
