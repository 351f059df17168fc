import { describe, expect, it } from 'vitest'
import klunkerLesson from '../games/klunker/lesson.json'
import klunkerCoach from '../games/klunker/coach'
import allesFutschLesson from '../games/alles-futsch/lesson.json'
import allesFutschCoach, { worth } from '../games/alles-futsch/coach'
import type { Fact as ArtFact, Position as ArtPosition } from '../games/alles-futsch/view'
import zwergezockenLesson from '../games/zwergezocken/lesson.json'
import zwergezockenCoach from '../games/zwergezocken/coach'
import type { Fact as DwarfFact } from '../games/zwergezocken/view'
import type { Fact as JewelFact } from '../games/klunker/view'
import { LANGUAGES, type Catalogue } from '../lib/i18n.svelte'
import type { LogLine } from '../lib/wire'
import { inRuns } from '../local/runs'
import { steps as stepsOf } from '../local/steps'
import { replay, type GameRecord } from '../rules/game'
import { builtEngine } from '../rules/testing'
import { LEARNER, type Coach } from './coach'
import { detour } from './detour'
import { stopsOf, type Lesson } from './stops'

const engine = builtEngine()
const texts = import.meta.glob<Catalogue>('../games/*/lesson/*.json', { import: 'default', eager: true })

function played(lesson: unknown, coach: Coach) {
  const { record, legal } = lesson as Lesson
  const game = replay(engine, record as unknown as GameRecord)
  const steps = stepsOf(game, LEARNER)
  const log = steps.flatMap(({ move }) => (move ? [move] : []))
  return { record, legal, game, steps, log, stops: stopsOf({ record, legal }, steps, coach) }
}

const LESSONS = {
  klunker: played(klunkerLesson, klunkerCoach),
  'alles-futsch': played(allesFutschLesson, allesFutschCoach),
  zwergezocken: played(zwergezockenLesson, zwergezockenCoach),
}
type Happening = JewelFact | ArtFact | DwarfFact
/** By another's move: a window or cards go, cards or objects come, money is lost or won. */
function concernsLearner(fact: Happening): boolean {
  if (fact.fact === 'bought') return 'buyer' in fact ? fact.buyer === LEARNER : fact.owner === LEARNER
  if (fact.fact === 'gave' || fact.fact === 'passed') return fact.to === LEARNER
  return (fact.fact === 'drew' || fact.fact === 'fined' || fact.fact === 'bonus' || fact.fact === 'trick_taken') && 'seat' in fact && fact.seat === LEARNER
}
const facts = <Fact>(log: LogLine[]): Fact[] => log.flatMap(([, , each]) => each as Fact[])
const mine = (log: LogLine[]) => log.filter(([seat]) => seat === LEARNER)

describe.each(Object.entries(LESSONS))('the lesson of %s', (name, { record, legal, game, log, steps, stops }) => {
  it('is a whole game, which the learner wins', () => {
    expect(game.result()?.ranks[LEARNER]).toBe(1)
    expect(record.game).toBe(name)
  })

  it('knows all that is legal where the learner decides', () => {
    const words = game.description.words
    const dealt = [...game.sinceTheDeal()].length
    expect(legal).toHaveLength(dealt - 1)
    let at = 0
    for (const then of game.sinceTheDeal()) {
      if (at < legal.length) expect(legal[at]).toEqual(then.turn === LEARNER ? inRuns(words, then.legalNumbers()) : null)
      at += 1
    }
  })

  it('stops wherever the learner has a choice, and nowhere else for a move', () => {
    const asked = new Set(stops.flatMap(({ kind, at, moves }) => (kind === 'do' ? Array.from({ length: moves }, (_, i) => at + i) : [])))
    log.forEach(([seat], at) => {
      const choice = (legal[at]?.length ?? 0) > 1 || typeof legal[at]?.[0] === 'object'
      if (seat === LEARNER && choice) expect([at, asked.has(at)]).toEqual([at, true])
      if (seat !== LEARNER) expect([at, asked.has(at)]).toEqual([at, false])
    })
    expect(stops.map(({ at }) => at)).toEqual(stops.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  it('begins with the goal and a tour, and ends with the game', () => {
    const places = stops.filter(({ at }) => at === 0).flatMap(({ said }) => said)
    expect(places[0]?.key).toBe('goal')
    expect(places.filter(({ key, zone }) => key.startsWith('tour.') && zone).length).toBeGreaterThanOrEqual(5)
    expect(stops.at(-1)).toMatchObject({ kind: 'end', at: steps.length - 1 })
    expect(stops.length).toBeGreaterThan(30)
    expect(stops.length).toBeLessThan(90)
  })

  it('has a word whenever something happens to the learner', () => {
    const told = new Set(stops.flatMap(({ kind, at }) => (kind === 'tell' ? [at] : [])))
    log.forEach(([seat, , each], at) => {
      if (seat !== LEARNER && (each as Happening[]).some(concernsLearner)) expect([at, told.has(at + 1)]).toEqual([at, true])
    })
  })

  it.each([...LANGUAGES])('has a text for every stop, with all that it fills in: %s', (language) => {
    const catalogue = texts[`../games/${name}/lesson/${language}.json`]!
    for (const { said } of stops) {
      expect(said.length).toBeGreaterThan(0)
      for (const { key, values = {} } of said) {
        const text = catalogue[key]
        expect([key, text]).not.toEqual([key, undefined])
        const forms = typeof text === 'string' ? [text] : Object.values(text!)
        const wanted = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))
        expect(Object.keys(values)).toEqual(expect.arrayContaining(wanted))
      }
    }
  })
})

describe('what a beginner of Klunker meets', () => {
  const { log } = LESSONS.klunker
  const all = facts<JewelFact>(log)
  const sales = all.flatMap((fact) => (fact.fact === 'sold' && fact.seat === LEARNER ? [fact] : []))
  const jewels = sales.filter(({ kind }) => kind !== 'necklace')
  it.each<[string, boolean]>([
    ['a sale spoilt by other kinds', (jewels[0]?.bills ?? 4) <= 2],
    ['a clean sale, later', jewels.slice(1).some(({ bills }) => bills === 4)],
    ['necklaces', sales.some(({ kind, bills }) => kind === 'necklace' && bills === 4)],
    ['buying', all.some((fact) => fact.fact === 'bought' && fact.seat === LEARNER && fact.owner !== LEARNER)],
    ['taking the own window', all.some((fact) => fact.fact === 'bought' && fact.seat === LEARNER && fact.owner === LEARNER)],
    ['being bought from', all.some((fact) => fact.fact === 'bought' && fact.seat !== LEARNER && fact.owner === LEARNER)],
    ['becoming first player', all.some((fact) => fact.fact === 'became_first' && fact.seat === LEARNER)],
    ['the end', all.some(({ fact }) => fact === 'ended')],
  ])('%s', (_, happens) => expect(happens).toBe(true))
})

describe('what a beginner of Alles futsch! meets', () => {
  const { log, steps } = LESSONS['alles-futsch']
  const all = facts<ArtFact>(log)
  it.each<[string, boolean]>([
    ['winning an auction', all.some((fact) => fact.fact === 'won_auction' && fact.seat === LEARNER)],
    ['giving one up', mine(log).some(([, move]) => move === 'pass')],
    ['a third of a kind', mine(log).some(([, move, each]) => move.startsWith('keep') && (each as ArtFact[]).some((fact) => fact.fact === 'bonus' && fact.seat === LEARNER))],
    ['a fine', all.some((fact) => fact.fact === 'fined' && fact.seat === LEARNER)],
    ['a forced sale to the learner', all.some((fact) => fact.fact === 'bought' && fact.buyer === LEARNER)],
    ['a forced sale by the learner', all.some((fact) => fact.fact === 'bought' && fact.seller === LEARNER)],
    ['ruin, brought about by the learner', mine(log).some(([, move, each]) => move.startsWith('sell') && (each as ArtFact[]).some(({ fact }) => fact === 'ruined'))],
  ])('%s', (_, happens) => expect(happens).toBe(true))

  it('bids below what a card is worth, and passes where there is nothing to gain or little to spare', () => {
    log.forEach(([seat, move], at) => {
      const position = steps[at]!.position as unknown as ArtPosition
      if (seat !== LEARNER || position.phase !== 'auction') return
      const [most, money] = [worth(position, LEARNER, position.card!), position.seats[LEARNER]!.money!]
      if (move === 'pass') expect(position.bid >= most - 10 || position.bid >= money - 35).toBe(true)
      else expect(position.bid === 0 || Number(move.split(' ')[1]) < most).toBe(true)
    })
  })
})

describe('what a beginner of ZwergeZocken meets', () => {
  const { log } = LESSONS.zwergezocken
  const all = facts<DwarfFact>(log)
  const keys = LESSONS.zwergezocken.stops.flatMap(({ said }) => said.map(({ key }) => key))
  // The chip is turned over where it comes to lie on another side than before.
  const chips = log.filter(([, , each]) => (each as DwarfFact[]).some(({ fact }) => fact === 'chip_turned'))
  const turns = chips.filter(([, move], i) => i > 0 && move.split(' ')[1] !== chips[i - 1]![1].split(' ')[1])
  const plays = (what: string) => mine(log).some(([, move]) => move === `play ${what}`)
  it.each<[string, boolean]>([
    ['numbers: a trick taken', all.some((fact) => fact.fact === 'trick_taken' && fact.seat === LEARNER)],
    ['numbers: a trick left to another', all.some((fact) => fact.fact === 'trick_taken' && fact.seat !== LEARNER)],
    ['turning the chip', turns.some(([seat]) => seat === LEARNER)],
    ['the chip turned against the own card', keys.includes('chip.against')],
    ['identical cards', keys.includes('alike')],
    ['drawing: by the learner', plays('draw')],
    ['drawing: to the learner', all.some((fact) => fact.fact === 'drew' && fact.seat === LEARNER)],
    ['giving: by the learner', all.some((fact) => fact.fact === 'gave' && fact.seat === LEARNER)],
    ['giving: to the learner', all.some((fact) => fact.fact === 'gave' && fact.to === LEARNER)],
    ['passing on: by the learner', all.some((fact) => fact.fact === 'passed' && fact.seat === LEARNER)],
    ['passing on: to the learner', all.some((fact) => fact.fact === 'passed' && fact.to === LEARNER)],
    ['a joker in a set', all.some((fact) => fact.fact === 'set_laid' && fact.seat === LEARNER && fact.set.includes('+'))],
    ['the points of a round', all.some((fact) => fact.fact === 'scored' && fact.seat === LEARNER)],
    ['the end', all.some(({ fact }) => fact === 'ended')],
  ])('%s', (_, happens) => expect(happens).toBe(true))
})

describe('another order', () => {
  const { record, legal, steps, log } = LESSONS.klunker
  const lesson = { record, legal } as Lesson
  const from = { record, seat: LEARNER, steps }
  const look = async (record: Lesson['record']) => ({ record, seat: LEARNER, steps: stepsOf(replay(engine, record as unknown as GameRecord), LEARNER) })
  /** Where a jewel is stored that could as well be stored after the learner's next one, of another kind. */
  const stored = log.flatMap(([seat, move], at) => (seat === LEARNER && move.startsWith('store') ? [{ at, move }] : []))
  const pairs = stored.slice(1).map((later, i) => ({ at: stored[i]!.at, first: stored[i]!.move, move: later.move }))

  it('is followed where it leads to the same game', async () => {
    const found = await Promise.all(pairs.filter(({ first, move }) => first !== move).map(({ at, move }) => detour(lesson, from, at, move, look)))
    const ways = found.filter((each) => each !== null)
    expect(ways.length).toBeGreaterThan(0)
    for (const way of ways) {
      expect(way.lesson.record.moves.toSorted()).toEqual(record.moves.toSorted())
      expect(way.replay.steps.at(-1)).toEqual(steps.at(-1))
      expect(stopsOf(way.lesson, way.replay.steps, klunkerCoach).at(-1)?.kind).toBe('end')
    }
  })

  it('is not where something else would follow', async () => {
    expect(await detour(lesson, from, stored[0]!.at, 'store shoe and tooth', look)).toBeNull()
    const sale = log.findIndex(([seat, , each]) => seat === LEARNER && (each as JewelFact[]).some(({ fact }) => fact === 'sold'))
    expect(await detour(lesson, from, sale, 'pass', look)).toBeNull()
  })
})
