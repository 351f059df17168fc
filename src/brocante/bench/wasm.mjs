// Plays the rules in WebAssembly, to be measured beside the native ones: one request per line of input, one answer per
// line of output, both JSON. {"play": "klunker", "players": 4, "seconds": 0.5} answers moves per second of random whole
// games, {"think": "klunker", "position": BASE64, "seat": 0, "seconds": 0.5} simulations per second of the search.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const SIMULATIONS = 1000
const folder = process.argv[2]
const about = JSON.parse(readFileSync(`${folder}/rules.json`, 'utf8'))
const memory = new WebAssembly.Memory({ initial: 32 })
const stack = new WebAssembly.Global({ value: 'i32', mutable: true }, about.stack)
const module = new WebAssembly.Module(readFileSync(`${folder}/rules.wasm`))
const { exports: rules } = new WebAssembly.Instance(module, { env: { __linear_memory: memory, __stack_pointer: stack } })

let top = about.heap
const take = size => {
  const at = top
  top = Math.ceil((at + size) / 16) * 16
  return at
}
const bytes = (at, size) => new Uint8Array(memory.buffer, at, size)
const doubles = numbers => {
  const at = take(8 * Math.max(numbers.length, 1))
  new Float64Array(memory.buffer, at, numbers.length).set(numbers)
  return at
}

const rooms = {}
for (const game of Object.values(about.games)) {
  rooms[game.name] = {
    fresh: take(game.position.size), position: take(game.position.size), moves: take(4 * game.most_legal),
    dice: take(8), cards: take(game.cards), scores: take(8 * game.most_legal), slots: take(4 * game.moves),
    path: take(4 * about.deepest), movers: take(about.deepest), outcome: take(16 * about.seats),
    weights: doubles(game.weights), worths: doubles(game.worths), settings: doubles(game.settings),
    nodes: take((SIMULATIONS + 1) * about.node.size),
  }
}

/** How much of some work is done per second. */
function rateOf(work, seconds) {
  const start = process.hrtime.bigint()
  let done = 0
  let elapsed = 0
  while (elapsed < seconds) {
    done += work()
    elapsed = Number(process.hrtime.bigint() - start) / 1e9
  }
  return done / elapsed
}

function play({ play: name, players, seconds }) {
  const [game, room] = [about.games[name], rooms[name]]
  bytes(room.fresh, game.position.size).set(Buffer.from(game.fresh[players], 'base64'))
  const games = count => rules[`${game.prefix}random_games`](room.fresh, room.position, count, room.dice, room.moves)
  return rateOf(() => games(50), seconds)
}

function think({ think: name, position, seat, seconds }) {
  const [game, room] = [about.games[name], rooms[name]]
  bytes(room.fresh, game.position.size).set(Buffer.from(position, 'base64'))
  const search = () => {
    bytes(room.nodes, (SIMULATIONS + 1) * about.node.size).fill(0)
    rules[`${game.prefix}think`](
      room.fresh, room.position, seat, room.nodes, SIMULATIONS + 1, 1, SIMULATIONS, room.slots, room.path, room.movers,
      room.weights, room.worths, room.settings, room.dice, room.moves, room.cards, room.scores, room.outcome,
    )
    return SIMULATIONS
  }
  return rateOf(search, seconds)
}

createInterface({ input: process.stdin }).on('line', line => {
  const request = JSON.parse(line)
  console.log(JSON.stringify({ per_second: request.play ? play(request) : think(request) }))
})
