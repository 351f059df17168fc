// People at boardgame.io's server, four at each table, over its own transport, socket.io on WebSockets: one request per
// line of input, answers as lines of output, both JSON.
//
// {"play": {"port", "lobby", "tables", "warm_up", "seconds", "asked_for"}} answers {"began": true} after warming up and, at the
// end, the milliseconds of every move and what players were sent of hidden things; {"stopped": true} when all have left.
// {"seat": {"port", "lobby", "sockets"}} answers {"seated": true}; then {"open": sockets} opens them: {"opened": sockets}.
const { io } = require('socket.io-client')
const { PLAYERS, range, secrets } = require('./boardgame_games.cjs')

const SEATS = range(PLAYERS).map(String)
const later = seconds => new Promise(done => setTimeout(done, 1000 * seconds))
const tell = answer => console.log(JSON.stringify(answer))

async function ask(lobby, path, body) {
  const answer = await fetch(`http://127.0.0.1:${lobby}/games/tricks/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

// A match with everybody seated, and the credentials of each.
async function newTable(lobby) {
  const { matchID } = await ask(lobby, 'create', { numPlayers: PLAYERS })
  const credentials = []
  for (const playerID of SEATS) {
    const joined = await ask(lobby, `${matchID}/join`, { playerID, playerName: 'Somebody' })
    credentials.push(joined.playerCredentials)
  }
  return { matchID, credentials }
}

// A socket at a table and the state it was sent, once the server has it on its list for news.
function sitDown(port, { matchID, credentials }, playerID) {
  return new Promise((done, failed) => {
    const socket = io(`http://127.0.0.1:${port}/tricks`, { transports: ['websocket'], forceNew: true, reconnection: false })
    let state = null
    socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials[playerID], PLAYERS))
    socket.on('connect_error', failed)
    socket.on('sync', (id, sent) => {
      state = sent.state
      note('state', secrets(state, playerID))
      note('initial_state', secrets(sent.initialState, playerID))
    })
    socket.on('matchData', () => state && done({ socket, state }))
  })
}

// What any player was sent at any time, in the state and in the initial state.
const seen = { state: {}, initial_state: {} }
function note(where, found) {
  for (const [name, there] of Object.entries(found)) seen[where][name] ||= there
}

let running = false
let latencies = []

// One person: looks at each state, and plays a card at random when it is the person's turn. Ends with the game.
function player({ socket, state: first }, table, playerID, pace) {
  return new Promise(done => {
    let began = null
    const act = async state => {
      if (began !== null) {
        latencies.push(performance.now() - began)
        began = null
      }
      if (!running || state.ctx.gameover !== undefined) {
        done()
      } else if (state.ctx.currentPlayer === playerID) {
        const wait = pace()
        if (wait > 0) await later(wait)
        const { hand } = state.G.players[playerID]
        const card = hand[Math.floor(Math.random() * hand.length)]
        const payload = { type: 'playCard', args: [card], playerID, credentials: table.credentials[playerID] }
        began = performance.now()
        socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, table.matchID, playerID)
      }
    }
    socket.on('update', (matchID, state) => {
      note('state', secrets(state, playerID))
      act(state)
    })
    socket.on('disconnect', done)
    act(first)
  })
}

async function party(port, lobby, pace) {
  while (running) {
    const table = await newTable(lobby)
    const seats = await Promise.all(SEATS.map(playerID => sitDown(port, table, playerID)))
    const game = Promise.all(seats.map((seat, number) => player(seat, table, SEATS[number], pace)))
    await Promise.race([game, stopped])
    for (const { socket } of seats) socket.close()
  }
}

let stop
let stopped
async function play({ port, lobby, tables, warm_up: warmUp, seconds, asked_for: askedFor }) {
  const gap = askedFor ? tables / askedFor : 0 // seconds between two moves of one table
  const pace = () => (gap ? -gap * Math.log(1 - Math.random()) : 0)
  stopped = new Promise(done => (stop = done))
  running = true
  latencies = []
  const parties = range(tables).map(() => party(port, lobby, pace))
  const failure = Promise.all(parties)
  await Promise.race([later(warmUp), failure])
  while (latencies.length < tables) await Promise.race([later(0.1), failure]) // on a machine with much other work
  latencies = []
  tell({ began: true })
  const start = performance.now()
  do await Promise.race([later(seconds), failure])
  while (!latencies.length)
  const counted = [...latencies]
  const took = (performance.now() - start) / 1000
  running = false
  tell({ took, latencies: counted, seen })
  stop()
  await failure
  tell({ stopped: true })
}

let seated = []
async function seat({ port, lobby, sockets }) {
  for (const _ of range(Math.ceil(sockets / PLAYERS))) seated.push({ port, table: await newTable(lobby) })
  tell({ seated: true })
}

async function open(sockets) {
  let opened = 0
  for (const { port, table } of seated) {
    for (const playerID of SEATS) {
      if (opened === sockets) break
      await sitDown(port, table, playerID)
      opened++
    }
  }
  tell({ opened })
}

require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
  const request = JSON.parse(line)
  const work = request.play ? play(request.play) : request.seat ? seat(request.seat) : open(request.open)
  work.catch(error => {
    console.error(error)
    process.exit(1)
  })
})
