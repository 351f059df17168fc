// boardgame.io's own multiplayer server with a card game whose hands are hidden. The one line it prints has two ports: of
// the games, and of the lobby. A folder as argument is where its FlatFile storage keeps games, without one they are in
// memory only.
const { FlatFile, Server } = require('boardgame.io/server')
const { tricks } = require('./boardgame_games.cjs')

// The lobby on the port of the games answers 404 with Koa's current version: it gets its own, for which 0 is not taken.
const free = require('node:net').createServer().listen(0, () => {
  const { port: apiPort } = free.address()
  free.close(() => run(apiPort))
})

async function run(apiPort) {
  const folder = process.argv[2]
  const server = Server({ games: [tricks], origins: [], ...(folder && { db: new FlatFile({ dir: folder }) }) })
  const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort } })
  console.log(JSON.stringify({ port: appServer.address().port, lobby: apiPort }))
}

// A line of input asks to collect garbage, before memory is measured.
require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
  global.gc()
  console.log('{}')
})
