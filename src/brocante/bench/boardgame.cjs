// Plays games in boardgame.io's own client, to be measured beside ours: one request per line of input, one answer per
// line of output, both JSON. {"play": "tic-tac-toe", "seconds": 0.5} answers moves per second, {"look": true} answers
// what a player's client is sent of the cards of others.
const { Client } = require('boardgame.io/client')
const { PlayerView } = require('boardgame.io/core')
const { Local } = require('boardgame.io/multiplayer')
const { PLAYERS, range, ticTacToe, tricks, secrets } = require('./boardgame_games.cjs')

// Whole games at random. A step is what a player needs: what the player to move may see, the legal moves, the move.
const GAMES = {
  'tic-tac-toe': {
    game: ticTacToe,
    players: 2,
    move: 'clickCell',
    legal: view => range(9).filter(cell => view.cells[cell] === null),
  },
  tricks: { game: tricks, players: PLAYERS, move: 'playCard', legal: (view, player) => view.players[player].hand },
}

function oneGame({ game, players, move, legal }) {
  const client = Client({ game, numPlayers: players, debug: false })
  client.start()
  let steps = 0
  for (;;) {
    const { G, ctx } = client.store.getState()
    if (ctx.gameover !== undefined) break
    const player = ctx.currentPlayer
    const choices = legal(client.game.playerView({ G, ctx, playerID: player }), player)
    client.moves[move](choices[Math.floor(Math.random() * choices.length)])
    steps++
  }
  client.stop()
  return steps
}

function play(name, seconds) {
  const start = process.hrtime.bigint()
  let steps = 0
  let elapsed = 0
  while (elapsed < seconds) {
    steps += oneGame(GAMES[name])
    elapsed = Number(process.hrtime.bigint() - start) / 1e9
  }
  return { moves_per_second: steps / elapsed }
}

// What the client of player 1 is sent at a table of its own master, the one its server has, after a move of player 0.
async function look() {
  const views = { default: undefined, STRIP_SECRETS: PlayerView.STRIP_SECRETS }
  const found = {}
  for (const [name, playerView] of Object.entries(views)) {
    const game = { ...tricks, name: `tricks-${name}`, playerView }
    const [first, second] = ['0', '1'].map(playerID => {
      const client = Client({ game, numPlayers: PLAYERS, playerID, matchID: name, multiplayer: Local(), debug: false })
      client.start()
      return client
    })
    first.moves.playCard(first.initialState.G.players['0'].hand[0])
    await new Promise(done => setTimeout(done, 50)) // the master answers later
    found[name] = { state: secrets(second.getState(), '1'), initial_state: secrets(second.initialState, '1') }
    first.stop()
    second.stop()
  }
  return found
}

const input = require('node:readline').createInterface({ input: process.stdin })
input.on('line', async line => {
  const { play: name, seconds, look: looking } = JSON.parse(line)
  console.log(JSON.stringify(looking ? await look() : play(name, seconds)))
})
