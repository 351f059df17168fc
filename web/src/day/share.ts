// How a deal of the day went, to send to others: a line of text and a small picture, which tell nothing of the cards.

/** All words are in the reader's language. */
export type Told = { game: string; day: string; how: string; score: string; address: string; place: number; players: number }

export const line = ({ game, day, how, score, address }: Told): string => `Brocante · ${game} · ${day} · ${how} · ${score}\n${address}`

const [WIDTH, HEIGHT] = [640, 336]
const STRIPE = 32

/** The picture, as the address of a PNG. */
export function picture(told: Told): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const pen = canvas.getContext('2d')!
  const fill = (colour: string, x: number, y: number, width: number, height: number) => {
    pen.fillStyle = colour
    pen.fillRect(x, y, width, height)
  }
  fill('#f4ecdd', 0, 0, WIDTH, HEIGHT)
  for (let x = 0; x < WIDTH; x += STRIPE) {
    pen.fillStyle = (x / STRIPE) % 2 ? '#f1ddb4' : '#9c3a28'
    pen.fillRect(x, 0, STRIPE, 28)
    pen.beginPath()
    pen.arc(x + STRIPE / 2, 28, STRIPE / 2, 0, Math.PI)
    pen.fill()
  }
  const write = (text: string, y: number, font: string, colour = '#2b2118') => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(text, 40, y, WIDTH - 80)
  }
  write(told.game, 110, '700 46px Georgia, serif')
  write(told.day, 148, '22px system-ui, sans-serif', '#65553f')
  for (let place = 1; place <= told.players; place++) disc(pen, 40 + 34 + (place - 1) * 84, 212, place, place === told.place)
  write(`${told.how} · ${told.score}`, 292, '600 28px system-ui, sans-serif')
  pen.textAlign = 'right'
  pen.font = '700 22px Georgia, serif'
  pen.fillStyle = '#65553f'
  pen.fillText('Brocante', WIDTH - 40, 316)
  return canvas.toDataURL('image/png')
}

/** A place: the own one in gold. */
function disc(pen: CanvasRenderingContext2D, x: number, y: number, place: number, own: boolean): void {
  pen.beginPath()
  pen.arc(x, y, 30, 0, 2 * Math.PI)
  pen.fillStyle = own ? '#e3a832' : '#fffaf0'
  pen.fill()
  pen.lineWidth = 3
  pen.strokeStyle = own ? '#9c3a28' : '#cdb994'
  pen.stroke()
  pen.fillStyle = own ? '#2b2118' : '#8a7350'
  pen.font = '700 28px Georgia, serif'
  pen.textAlign = 'center'
  pen.fillText(String(place), x, y + 10)
  pen.textAlign = 'left'
}
