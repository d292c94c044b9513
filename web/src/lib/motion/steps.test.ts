import { expect, it } from 'vitest'
import type { Part, Piece, Scene, Shown, Told } from '../types'
import { framesOf } from './gliding'
import { differsFrom, fallenIn, placeOf, sceneAfter, stepsOf, unshown, type Step } from './steps'

const piece = (name: string, seat: number, more: Partial<Piece> = {}): Piece => ({
  name, kind: 'member', form: 'disc', at: [0, 0], radius: 40, mark: name[0]!, text: '', seat, ...more,
})
const scene = (pieces: Record<string, Piece>, more: Partial<Scene> = {}): Scene => ({
  game: 'g', title: 't', sides: [], status: {}, briefing: [], parts: {}, pieces, cards: {}, ...more,
})
const told = (shows?: Shown, more: Partial<Told> = {}): Told => ({ answers: 1, kind: 'event', text: 'x', ...(shows ? { shows } : {}), ...more })
const two = scene({ ann: piece('Ann', 0, { wounds: [5, 7], card: 'c' }), bob: piece('Bob', 1, { state: 'active' }) })

function after(shows: Shown, next = two, before = two): Scene {
  const [step] = stepsOf([told(shows)], 0, next)
  return sceneAfter(before, step as Step)
}

it('makes one way of what a piece goes without a break', () => {
  const steps = stepsOf(
    [
      told({ kind: 'moves', piece: 'ann', path: [[100, 0]] }),
      told(undefined),
      told({ kind: 'moves', piece: 'ann', path: [[100, 100], [200, 100]] }),
      told({ kind: 'moves', piece: 'bob', path: [[5, 5]] }),
      told({ kind: 'acts', piece: 'bob' }),
      told({ kind: 'moves', piece: 'bob', path: [[9, 9]] }),
    ],
    10,
    two,
  )
  expect(steps.map((step) => [step.shows.kind, step.shows.piece, step.lines])).toEqual([
    ['moves', 'ann', 13], ['moves', 'bob', 14], ['acts', 'bob', 15], ['moves', 'bob', 16],
  ])
  expect(steps[0]!.shows.path).toEqual([[100, 0], [100, 100], [200, 100]])
})

it('knows whose doing it is from the choice before it, else from the piece', () => {
  const hurt = told({ kind: 'hurts', piece: 'ann', amount: 2 })
  expect(stepsOf([told(undefined, { kind: 'choice', seat: 1 }), hurt], 0, two)[0]!.by).toBe(1)
  expect(stepsOf([told({ kind: 'aims', piece: 'bob' }), hurt], 0, two).map((step) => step.by)).toEqual([1, 1])
})

it('moves, wounds, heals and takes away on the table as it is displayed', () => {
  expect(after({ kind: 'moves', piece: 'ann', path: [[1, 2], [3, 4]], heights: [0, 300] }).pieces['ann']).toMatchObject({ at: [3, 4], level: 300 })
  const carded = { ...two, cards: { c: { wounds: [5, 7] } as never } }
  const hurt = after({ kind: 'hurts', piece: 'ann', amount: 9 }, two, carded)
  expect(hurt.pieces['ann']!.wounds).toEqual([0, 7])
  expect(hurt.cards['c']!.wounds).toEqual([0, 7])
  expect(after({ kind: 'heals', piece: 'ann', amount: 9 }).pieces['ann']!.wounds).toEqual([7, 7])
  expect(after({ kind: 'falls', piece: 'ann' }, scene({})).pieces['ann']).toBeUndefined()
  expect(after({ kind: 'arrives', piece: 'new', path: [[7, 7]] }, scene({ new: piece('New', 1) })).pieces['new']!.at).toEqual([7, 7])
})

it('shows who acts now, what was worked at, and how the score stands', () => {
  const acts = after({ kind: 'acts', piece: 'ann' }, scene({ ann: piece('Ann', 0), bob: piece('Bob', 1, { state: 'done' }) }))
  expect([acts.pieces['ann']!.state, acts.pieces['bob']!.state]).toEqual(['active', 'done'])
  const open: Part = { name: 'Door', kind: 'door', sort: 'door', shape: { line: [0, 0, 100, 0] }, state: 'open' }
  const doors = scene({}, { parts: { door: { ...open, state: 'closed' } } })
  const worked = after({ kind: 'works', target: { part: 'door' } }, scene({}, { parts: { door: open } }), doors)
  expect(worked.parts['door']!.state).toBe('open')
  expect(placeOf(doors, { kind: 'works', target: { part: 'door' } })).toEqual([50, 0])
  const scored = after({ kind: 'scores', seat: 0, amount: 1 }, scene({}, { status: { score: { label: 'Score', value: '1 : 0' } } }))
  expect(scored.status['score']!.value).toBe('1 : 0')
})

it('finds in a log where the fallen lie, and not who came back', () => {
  const log = [
    told({ kind: 'arrives', piece: 'cat', path: [[10, 10]] }), told({ kind: 'moves', piece: 'cat', path: [[20, 10], [30, 10]] }),
    told({ kind: 'falls', piece: 'cat' }), told({ kind: 'arrives', piece: 'dan', path: [[1, 1]] }), told({ kind: 'falls', piece: 'dan' }),
    told({ kind: 'arrives', piece: 'dan', path: [[2, 2]] }),
  ]
  expect(fallenIn(log, two)).toEqual({ cat: { at: [30, 10], level: 0, radius: 40 } })
})

it('turns a way into frames of even speed', () => {
  expect(framesOf([[10, 10], [40, 10], [40, 20]])).toEqual([
    { transform: 'translate(0px, 0px)', offset: 0 }, { transform: 'translate(30px, 0px)', offset: 0.75 }, { transform: 'translate(30px, 10px)', offset: 1 },
  ])
})

it('shows of a line that is told otherwise only what was not seen', () => {
  const dice = [{ name: 'Dice', seat: 0, face: 4, sides: 6, state: 'live' }]
  const roll = told({ kind: 'throws', seat: 0, dice }, { kind: 'roll', text: 'rolls 4' })
  const rolled = told({ kind: 'throws', seat: 0, dice }, { text: 'hits with 4' })
  const hurt = told({ kind: 'hurts', piece: 'ann', amount: 1 }, { text: 'is hurt' })
  const first = told(undefined, { kind: 'choice', text: 'goes' })
  expect(differsFrom([first, roll], [first, rolled, hurt])).toBe(1)
  expect(unshown([first, roll], [first, rolled, hurt], 1).map((one) => one.shows?.kind)).toEqual(['fates', 'hurts'])
  expect(unshown([first, hurt], [first, { ...hurt, text: 'other words' }], 1).map((one) => one.shows)).toEqual([undefined])
})

it('tells a log that goes on from another one', () => {
  const log = Array.from({ length: 30 }, (_, index) => told(undefined, { text: `line ${index}` }))
  expect(differsFrom(log.slice(0, 20), log.map((one) => ({ ...one })))).toBe(20)
  expect(differsFrom(log, log.slice(0, 10))).toBeUndefined()
})
