// A view with what its seat alone may know taken out: what lies on the table between two people at one device.
type Seat = Record<string, unknown>

export function veiled<Position>(position: Position): Position {
  const { seats } = position as { seats: Seat[] }
  const veil = (seat: Seat): Seat => ({
    ...seat,
    ...('hand' in seat && { hand: null, known: {} }),
    ...('chosen' in seat && { chosen: null }),
    ...('money' in seat && { money: null }),
  })
  return { ...position, seats: seats.map(veil) }
}
