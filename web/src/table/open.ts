// A finished game with all hands open: what each seat saw of its own, put together.
import type { AnyFact } from '../lib/facts'
import type { LogLine, Replay, Step } from '../lib/wire'

type Seat = Record<string, unknown>
type Position = { seats: Seat[] } & Record<string, unknown>

/** From the replays of all seats, in their order. */
export function opened(replays: readonly Replay[]): Replay {
  const [first] = replays
  const steps = first!.steps.map((step, i) => openStep(step, replays.map((each) => each.steps[i]!)))
  return { record: first!.record, seat: null, steps }
}

function openStep(step: Step, seen: Step[]): Step {
  const line = step.move && openLine(seen[step.move[0]]!.move!, seen.map(({ move }) => move!))
  const seats = seen.map((each, seat) => openSeat((each.position as Position).seats[seat]!))
  return { move: line, turn: step.turn, position: { ...step.position, seats }, facts: line ? line[2] : step.facts }
}

/** A move as its own seat knows it; of each fact, what somebody knows. */
function openLine([seat, move, facts]: LogLine, seen: LogLine[]): LogLine {
  const known = facts.map((fact, i) => {
    const all = seen.map(([, , others]) => others[i] as AnyFact)
    return Object.fromEntries(Object.entries(fact).map(([name, value]) => [name, value ?? all.find((each) => each[name] !== null)?.[name] ?? null]))
  })
  return [seat, move, known]
}

/** To a board that is nobody's, a hand is open where all of it is known. */
const openSeat = (seat: Seat): Seat => (seat.hand ? { ...seat, hand: null, known: seat.hand } : seat)
