// Games of boardgame.io, as its documentation writes games.
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core')

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

// What a state that was sent to a player holds of things the player must not see.
const secrets = (state, player) => ({
  hands_of_others: Object.keys(state.G.players).some(other => other !== player),
  deck: state.G.secret !== undefined,
  seed: state.plugins.random?.data?.seed !== undefined,
})

module.exports = { PLAYERS, range, ticTacToe, tricks, secrets }
