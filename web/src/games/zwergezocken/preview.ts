// A card's value on either side of the chip, and how the trick would stand with it.
import type { Name, Sight } from '../game'
import { t, word } from './texts'
import { setPoints, taker, turned, value } from './trick'
import type { Position } from './view'

export function playing(face: string, position: Position, seat: number, name: Name): string {
  const sides = t('worth', { yellow: value(face, 'yellow'), blue: value(face, 'blue') })
  if (!position.chip) return sides
  const after = turned(face, position.chip)
  const holder = taker([...position.trick, { seat, face }], after)
  const trick =
    holder === seat ? t('you_take')
    : holder === null || holder === undefined ? t('nobody_takes')
    : t('other_takes', { name: name(holder) })
  return after === position.chip ? `${sides} ${trick}` : `${sides} ${trick} ${t('turns', { side: word(`side.${after}`) })}`
}

export function because(move: string, { position, seat }: Sight<Position>, name: Name): string {
  const [verb, what = ''] = move.split(' ')
  if (verb === 'play' && seat !== null) return playing(what, position, seat, name)
  if (verb === 'lay') return t('set_worth', { n: setPoints(move) })
  if (verb === 'give' || verb === 'pass') return t('worth', { yellow: value(what, 'yellow'), blue: value(what, 'blue') })
  return ''
}
