// A card's value on either side of the chip, and how the trick would stand with it.
import { t, word } from '../../lib/i18n.svelte'
import type { Name, Sight } from '../game'
import type { Position } from './position'
import { setPoints, taker, turned, value } from './trick'

export function playing(face: string, position: Position, seat: number, name: Name): string {
  const sides = t('zwergezocken.worth', { yellow: value(face, 'yellow'), blue: value(face, 'blue') })
  if (!position.chip) return sides
  const after = turned(face, position.chip)
  const holder = taker([...position.trick, { seat, face }], after)
  const trick =
    holder === seat ? t('zwergezocken.you_take')
    : holder === null || holder === undefined ? t('zwergezocken.nobody_takes')
    : t('zwergezocken.other_takes', { name: name(holder) })
  return after === position.chip ? `${sides} ${trick}` : `${sides} ${trick} ${t('zwergezocken.turns', { side: word(`zwergezocken.side.${after}`) })}`
}

export function because(move: string, { position, seat }: Sight<Position>, name: Name): string {
  const [verb, what = ''] = move.split(' ')
  if (verb === 'play' && seat !== null) return playing(what, position, seat, name)
  if (verb === 'lay') return t('zwergezocken.set_worth', { n: setPoints(move) })
  if (verb === 'give' || verb === 'pass') return t('zwergezocken.worth', { yellow: value(what, 'yellow'), blue: value(what, 'blue') })
  return ''
}
