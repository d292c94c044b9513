import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Piece, Scene, Shown, Told } from '../types'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const page = { visibilityState: 'visible', documentElement: { dataset: {} } }
vi.stubGlobal('document', page)

const { settings } = await import('../settings.svelte')
const { Motion } = await import('./queue.svelte')
const { stepsOf } = await import('./steps')

type After = { scene: Scene; name: string }
const piece = (at: [number, number], more: Partial<Piece> = {}): Piece => ({
  name: 'Ann', kind: 'member', form: 'disc', at, radius: 40, mark: 'A', text: '', seat: 0, wounds: [5, 7], ...more,
})
const scene = (pieces: Record<string, Piece>): Scene => ({ game: 'g', title: 't', sides: [], status: {}, briefing: [], parts: {}, pieces, cards: {} })
const start = scene({ ann: piece([0, 0]), bob: piece([900, 0], { seat: 1 }) })
const moved = scene({ ann: piece([600, 0]), bob: piece([900, 0], { seat: 1 }) })
const told = (shows: Shown): Told => ({ answers: 1, kind: 'event', text: shows.kind, shows })
const walk: Shown = { kind: 'moves', piece: 'ann', path: [[600, 0]] }
const aim: Shown = { kind: 'aims', piece: 'ann', target: { piece: 'bob' } }
const hurt: Shown = { kind: 'hurts', piece: 'bob', amount: 2 }
const dice: Shown = { kind: 'throws', piece: 'ann', seat: 0, dice: [{ name: 'Dice', seat: 0, face: 4, sides: 6, state: 'live' }] }

function made(hurries = true) {
  const shown: string[] = []
  const settled: string[] = []
  const motion = new Motion<After>({
    rate: () => (settings.speed === 'instant' ? Infinity : settings.speed),
    hurries: () => hurries,
    shown: (step) => shown.push(step.shows.kind),
    settle: (after) => settled.push(after.name),
  })
  motion.jump({ scene: start, name: 'start' }, [])
  const play = (name: string, next: Scene, ...shows: Shown[]) => motion.play(stepsOf(shows.map(told), 0, next), { scene: next, name })
  return { motion, shown, settled, play }
}

beforeEach(() => {
  vi.useFakeTimers()
  settings.speed = 1
  settings.motion = 'system'
  page.visibilityState = 'visible'
})
afterEach(() => vi.useRealTimers())

it('shows one thing after the other, and then what came of it', async () => {
  const { motion, shown, settled, play } = made()
  play('one', moved, walk, aim, dice, hurt)
  expect(motion.playing).toBe(true)
  expect(motion.effects[0]).toMatchObject({ kind: 'glide', piece: 'ann', points: [[0, 0], [600, 0]], ms: 420 })
  expect(motion.view?.pieces['ann']!.at).toEqual([0, 0])
  await vi.advanceTimersByTimeAsync(420)
  expect(motion.view?.pieces['ann']!.at).toEqual([600, 0])
  expect(motion.effects).toEqual([])
  await vi.advanceTimersByTimeAsync(260)
  expect(motion.aim).toMatchObject({ from: [600, 0], to: [900, 0], target: 'bob' })
  await vi.advanceTimersByTimeAsync(520 + 790)
  expect(motion.throws[0]!.dice).toHaveLength(1)
  expect(settled).toEqual(['start'])
  await vi.runAllTimersAsync()
  expect(shown).toEqual(['moves', 'aims', 'throws', 'hurts'])
  expect(settled).toEqual(['start', 'one'])
  expect(motion.playing).toBe(false)
  expect([motion.aim, motion.throws, motion.effects]).toEqual([undefined, [], []])
  expect(motion.scene).toBe(moved)
})

it('drains wounds one by one', async () => {
  const { motion, play } = made()
  play('hit', start, hurt)
  expect(motion.view?.pieces['bob']!.wounds).toEqual([4, 7])
  expect(motion.effects.map((effect) => effect.kind)).toEqual(['pulse', 'shake', 'float'])
  await vi.advanceTimersByTimeAsync(70)
  expect(motion.view?.pieces['bob']!.wounds).toEqual([3, 7])
})

it('makes one glide of steps that wait, over several updates', async () => {
  const { motion, settled, play } = made()
  play('acts', start, { kind: 'acts', piece: 'ann' })
  play('step 1', start, { kind: 'moves', piece: 'ann', path: [[100, 0]] })
  play('step 2', moved, { kind: 'moves', piece: 'ann', path: [[100, 100], [600, 0]] })
  await vi.advanceTimersByTimeAsync(220 + 260)
  expect(motion.effects.find((effect) => effect.kind === 'glide')).toMatchObject({ points: [[0, 0], [100, 0], [100, 100], [600, 0]] })
  await vi.runAllTimersAsync()
  expect(settled).toEqual(['start', 'acts', 'step 2'])
})

it('skips to the end at once, and keeps every moment and the last move', () => {
  const { motion, shown, settled, play } = made()
  play('one', start, aim, hurt)
  play('two', moved, walk)
  motion.finish()
  expect(motion.playing).toBe(false)
  expect(shown).toEqual(['aims', 'hurts', 'moves'])
  expect(settled).toEqual(['start', 'one', 'two'])
  expect(motion.scene).toBe(moved)
  expect(motion.moments.map(({ step }) => step.shows.kind)).toEqual(['aims', 'hurts', 'moves'])
  expect(motion.trail?.points).toEqual([[0, 0], [600, 0]])
})

it('skips in the middle of a hit without counting it twice', async () => {
  const { motion, play } = made()
  play('hit', start, hurt, { kind: 'acts', piece: 'ann' })
  await vi.advanceTimersByTimeAsync(80)
  motion.finish()
  expect(motion.moments[1]!.before.pieces['bob']!.wounds).toEqual([3, 7])
})

it('shows nothing step by step when instant, when told to, or when nobody looks', () => {
  const { motion, settled, play } = made()
  settings.speed = 'instant'
  play('instant', moved, walk)
  settings.speed = 1
  page.visibilityState = 'hidden'
  play('hidden', start, aim)
  page.visibilityState = 'visible'
  motion.play(stepsOf([told(hurt)], 0, start), { scene: moved, name: 'told' }, true)
  expect(settled).toEqual(['start', 'instant', 'hidden', 'told'])
  expect(motion.playing).toBe(false)
  expect(motion.moments).toHaveLength(3)
})

it('applies an update without anything to show, at once or behind what is shown', async () => {
  const { motion, settled, play } = made()
  play('quiet', moved)
  expect(settled).toEqual(['start', 'quiet'])
  play('aims', start, aim)
  play('behind', moved)
  expect(settled).toEqual(['start', 'quiet'])
  await vi.runAllTimersAsync()
  expect(settled).toEqual(['start', 'quiet', 'behind'])
  expect(motion.scene).toBe(moved)
})

it('drops everything when something is taken back', async () => {
  const { motion, settled, play } = made()
  play('one', moved, walk, aim, hurt)
  await vi.advanceTimersByTimeAsync(100)
  motion.jump({ scene: start, name: 'undone' }, [])
  await vi.runAllTimersAsync()
  expect(settled).toEqual(['start', 'undone'])
  expect(motion.scene).toBe(start)
  expect([motion.effects, motion.moments, motion.trail, motion.playing]).toEqual([[], [], undefined, false])
})

it('takes half the time at twice the speed, and hurries when much waits', async () => {
  settings.speed = 2
  const fast = made()
  fast.play('fast', moved, walk)
  expect(fast.motion.effects[0]).toMatchObject({ ms: 210 })
  settings.speed = 1
  const many = Array.from({ length: 12 }, (_, index): Shown => ({ kind: 'falls', piece: `nobody ${index}` }))
  const late = made()
  late.play('late', moved, walk, ...many)
  expect(late.motion.effects[0]).toMatchObject({ ms: 105 })
  const patient = made(false)
  patient.play('patient', moved, walk, ...many)
  expect(patient.motion.effects[0]).toMatchObject({ ms: 420 })
})

it('pauses between two things, and goes on one by one', async () => {
  const { motion, shown, settled, play } = made()
  motion.pause(true)
  play('one', moved, walk, aim)
  await vi.runAllTimersAsync()
  expect(shown).toEqual([])
  motion.one()
  await vi.runAllTimersAsync()
  expect(shown).toEqual(['moves'])
  motion.pause(false)
  await vi.runAllTimersAsync()
  expect(settled).toEqual(['start', 'one'])
})

it('shows a moment again on the table as it was, and then the table as it is', async () => {
  const { motion, settled, play } = made()
  play('one', moved, walk)
  await vi.runAllTimersAsync()
  void motion.repeat(motion.moments)
  expect([motion.repeating, motion.playing]).toEqual([true, false])
  expect(motion.view?.pieces['ann']!.at).toEqual([0, 0])
  expect(motion.scene).toBe(moved)
  await vi.runAllTimersAsync()
  expect(motion.view).toBe(moved)
  expect(motion.repeating).toBe(false)
  void motion.repeat(motion.moments)
  play('two', start, aim)
  expect([motion.repeating, motion.playing]).toEqual([false, true])
  await vi.runAllTimersAsync()
  expect(settled).toEqual(['start', 'one', 'two'])
})

it('moves nothing where less motion is wished, and shows the same', () => {
  settings.motion = 'less'
  const { motion, play } = made()
  play('still', moved, walk, hurt)
  expect(motion.effects).toEqual([])
  expect(motion.view?.pieces['ann']!.at).toEqual([600, 0])
  expect(motion.trail?.points).toEqual([[0, 0], [600, 0]])
  motion.finish()
  play('hit', moved, hurt)
  expect(motion.effects.map((effect) => [effect.kind, effect.still])).toEqual([['pulse', true], ['float', true]])
  expect(motion.view?.pieces['bob']!.wounds).toEqual([3, 7])
})

it('leaves a sign where somebody fell', async () => {
  const { motion, play } = made()
  play('falls', scene({ ann: piece([0, 0]) }), { kind: 'falls', piece: 'bob' })
  expect(motion.effects.map((effect) => effect.kind)).toEqual(['fall', 'float'])
  await vi.runAllTimersAsync()
  expect(motion.fallen).toEqual({ bob: { at: [900, 0], level: 0, radius: 40, seat: 1 } })
})

it('lets dice lie, tells their fates, and throws only what is new', async () => {
  const { motion, play } = made()
  const die = (face: number, more: object = {}) => ({ name: 'Dice', seat: 0, face, sides: 6, state: 'live', ...more })
  const save = { name: 'Defence', seat: 1, face: 3, sides: 6, state: 'live', fate: 'save' }
  play('rolls', start, aim, { kind: 'throws', seat: 0, dice: [die(4), die(1)] },
    { kind: 'fates', dice: [die(4, { fate: 'hit' }), die(1, { state: 'replaced' }), die(5, { fate: 'hit', replaces: 1 }), save] })
  await vi.advanceTimersByTimeAsync(520 + 720 + 140 + 260)
  expect(motion.throws.map((one) => [one.name, one.dice.length, one.fresh])).toEqual([['Dice', 3, 2], ['Defence', 1, 0]])
  expect(motion.throws[0]!.dice[0]!.fate).toBe('hit')
  expect(motion.throws[0]!.at).toEqual([900, 0])
})
