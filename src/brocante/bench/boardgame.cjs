// Plays games in boardgame.io's own client, to be measured beside ours: one request per line of input, one answer per
// line of output, both JSON. {"play": "tic-tac-toe", "seconds": 0.5} answers moves per second, {"look": true} answers
// what a player's client is sent of the cards of others.
const { Client } = require('boardgame.io/client')
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core')
const { Local } = require('boardgame.io/multiplayer')

const PLAYERS = 4
const HAND = 13
const oneMove = { minMoves: 1, maxMoves: 1 }
const range = count => [...Array(count).keys()]

// The game of its tutorial.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: oneMove,
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE
      G.cells[cell] = playerID
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some(line => line.every(cell => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]]))) {
      return { winner: ctx.currentPlayer }
    }
    if (G.cells.every(cell => cell !== null)) return { draw: true }
  },
}

// A card game as its page "Secret State" lays one out: hands in `players`, what nobody may see in `secret`. Everyone
// plays one card of 13, the highest takes the trick; 52 moves.
const tricks = {
  name: 'tricks',
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(range(PLAYERS * HAND + 8))
    const players = Object.fromEntries(range(ctx.numPlayers).map(player => [player, { hand: deck.splice(0, HAND) }]))
    return { secret: { deck }, players, trick: [], taken: Array(ctx.numPlayers).fill(0), left: PLAYERS * HAND }
  },
  turn: oneMove,
  moves: {
    playCard: ({ G, ctx, playerID }, card) => {
      const hand = G.players[playerID].hand
      if (!hand.includes(card)) return INVALID_MOVE
      hand.splice(hand.indexOf(card), 1)
      G.trick.push({ player: playerID, card })
      G.left--
      if (G.trick.length === ctx.numPlayers) {
        const best = G.trick.reduce((high, each) => (each.card > high.card ? each : high))
        G.taken[best.player]++
        G.trick = []
      }
    },
  },
  endIf: ({ G }) => (G.left === 0 ? { taken: [...G.taken] } : undefined),
  playerView: PlayerView.STRIP_SECRETS,
}

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
    found[name] = { state: secrets(second.getState()), initial_state: secrets(second.initialState) }
    first.stop()
    second.stop()
  }
  return found
}

const secrets = state => ({
  hands_of_others: state.G.players['0'] !== undefined,
  deck: state.G.secret !== undefined,
  seed: state.plugins.random?.data?.seed !== undefined,
})

const input = require('node:readline').createInterface({ input: process.stdin })
input.on('line', async line => {
  const { play: name, seconds, look: looking } = JSON.parse(line)
  console.log(JSON.stringify(looking ? await look() : play(name, seconds)))
})
