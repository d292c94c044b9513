import { expect, it, vi } from 'vitest'
import { Course, spotOf } from './course.svelte'
import type { PlanReply, Region } from './types'

const board = { width: 3000, height: 2200, unit: 'inch' }
const region: Region = { kind: 'move', radius: 63, piece: 'prior', start: [400, 500], limit: 6, contours: [] }

function reply(spot: string, more: Partial<PlanReply> = {}): PlanReply {
  return { type: 'plan', re: '', spot, keys: [`key of ${spot}`], path: [[400, 500], [500, 500]], text: 'Move.', cost: 1, limit: 6, ...more }
}

function made(plan: (spot: string) => Promise<PlanReply> = async (spot) => reply(spot), where = region) {
  const asker = { plan: vi.fn(plan), answer: vi.fn() }
  return { asker, course: new Course({ ...asker, plan: (spot) => asker.plan(spot) }, where, board) }
}

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 120))

it('names points with all that belongs to them', () => {
  expect(spotOf([12.4, 7.6])).toBe('point 12,8')
  expect(spotOf([1, 2], { via: [[3, 4], [5, 6]], up: 300, turned: 90, jump: true })).toBe('point 1,2 via 3,4;5,6 up 300 turned 90 jump')
})

it('asks about the latest wish only, one at a time', async () => {
  const waiting: ((value: PlanReply) => void)[] = []
  const { asker, course } = made(() => new Promise((resolve) => waiting.push(resolve)))
  course.drag([500, 500])
  course.drag([510, 500])
  course.drag([520, 500])
  expect(asker.plan).toHaveBeenCalledTimes(1)
  expect(course.legal).toBe(false)
  waiting[0]?.(reply('point 500,500'))
  await settled()
  expect(course.legal).toBe(false)
  expect(asker.plan.mock.calls.map(([spot]) => spot)).toEqual(['point 500,500', 'point 520,500'])
  waiting[1]?.(reply('point 520,500'))
  await settled()
  expect(course.legal).toBe(true)
  course.confirm()
  expect(asker.answer).toHaveBeenCalledWith(['key of point 520,500'])
})

it('confirms as soon as the place is known to be legal, and never a refused one', async () => {
  const { asker, course } = made()
  course.nudge(25, 0)
  course.confirm()
  await settled()
  expect(asker.answer).toHaveBeenCalledWith(['key of point 425,500'])
  const other = made(async (spot) => reply(spot, { keys: [], path: [], text: 'Not possible.' }))
  other.course.nudge(25, 0)
  other.course.confirm()
  await settled()
  expect(other.course.refused).toBe(true)
  expect(other.asker.answer).not.toHaveBeenCalled()
})

it('keeps waypoints, and forgets everything when cleared', async () => {
  const { asker, course } = made()
  course.to([500, 500])
  course.to([500, 700], true)
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 500,700 via 500,500')
  course.clear()
  expect([course.point, course.via, course.plan]).toEqual([undefined, [], undefined])
  course.drag([-50, 9999])
  expect(course.point).toEqual([0, 2200])
})

it('goes where words lead', async () => {
  const { asker, course } = made()
  course.say('  6   north ')
  await settled()
  expect(asker.plan).toHaveBeenCalledWith('words 6 north')
  expect(course.point).toEqual([500, 500])
  expect(course.legal).toBe(true)
})

it('turns by 15 degrees what is put down, in the middle of its area at first', async () => {
  const { asker, course } = made(undefined, { kind: 'place', radius: 50, rotates: true, areas: [[0, 0, 200, 0, 200, 100, 0, 100]] })
  course.turn(-1)
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 100,50 turned 345')
  course.to([20, 30], false, { turned: 90 })
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 20,30 turned 90')
})

it('says so when nobody answers', async () => {
  const { course } = made(async () => {
    throw new Error('the line was lost')
  })
  course.nudge(25, 0)
  await settled()
  expect(course.failed).toBe(true)
  expect(course.waiting).toBe(false)
})

it('asks for the floor that is meant, and stays on it as far as it goes', async () => {
  const levels = [{ level: 0, legal: true, cost: 1 }, { level: 300, legal: true, cost: 4 }]
  const asker = { plan: vi.fn(async (spot: string) => reply(spot, { level: spot.includes(' up 300') ? 300 : 0, levels })), answer: vi.fn() }
  const course = new Course({ ...asker, plan: (spot) => asker.plan(spot) }, region, board, ([x]) => (x < 1000 ? [0, 300] : [0]))
  course.to([500, 500], false, { level: 300 })
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 500,500 up 300')
  expect([course.level, course.levels.length]).toEqual([300, 2])
  course.nudge(25, 0)
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 525,500 up 300')
  course.drag([1500, 500])
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 1500,500')
  expect(course.level).toBe(0)
})

it('goes from floor to floor where several lie over each other', async () => {
  const levels = [{ level: 0, legal: true }, { level: 200, legal: false }, { level: 300, legal: true }]
  const { asker, course } = made(async (spot) => reply(spot, { level: 0, levels }))
  expect(course.climb()).toBe(false)
  course.to([500, 500])
  await settled()
  expect(course.climb()).toBe(true)
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 500,500 up 300')
  course.climb()
  await settled()
  expect(asker.plan).toHaveBeenLastCalledWith('point 500,500 up 0')
})

it('turns on the spot to where somebody points, or by degrees', async () => {
  const where: Region = { kind: 'turn', radius: 40, piece: 'prior', start: [400, 500], facing: 90, arc: 90 }
  const { asker, course } = made(async (spot) => reply(spot, { path: [[400, 500]], turned: Number(spot.split(' ')[1]) }), where)
  expect([course.turns, course.follows, course.risky, course.heading, course.stands]).toEqual([true, true, false, 90, [400, 500]])
  course.drag([900, 500])
  expect([course.heading, course.path]).toEqual([0, []])
  await settled()
  course.turn(1)
  expect(course.heading).toBe(15)
  course.turn(-1, 1)
  course.nudge(25, 0)
  expect(course.heading).toBe(359)
  await settled()
  expect(asker.plan.mock.calls.map(([spot]) => spot)).toEqual(['point 900,500', 'words 15', 'words 359'])
  expect([course.heading, course.legal]).toEqual([359, true])
  course.confirm()
  expect(asker.answer).toHaveBeenCalledWith(['key of words 359'])
})

it('moves to a point and faces somewhere there', async () => {
  const { asker, course } = made(undefined, { ...region, rotates: true, facing: 180 })
  expect(course.heading).toBe(180)
  course.drag([500, 500])
  course.turn(-1)
  expect(course.heading).toBe(165)
  await settled()
  expect(asker.plan.mock.calls.map(([spot]) => spot)).toEqual(['point 500,500', 'point 500,500 turned 165'])
  course.clear()
  expect(course.heading).toBe(180)
})

it('drives a hull leg by leg, as far as its legs lead', async () => {
  const where: Region = { kind: 'drive', radius: 125, start: [400, 500], facing: 0, limit: 6, pivots: 1, rotates: true, footprint: [[250, 125, -250, 125, -250, -125, 250, -125]] }
  const { asker, course } = made(async (spot) => reply(spot, { path: [[400, 500], [950, 500]], turned: 0, hits: ['grit'] }), where)
  expect([course.moves, course.drives, course.adding]).toEqual([true, true, true])
  course.to([1000, 510])
  await settled()
  expect([course.stands, course.at, course.hits]).toEqual([[950, 500], [1000, 510], ['grit']])
  course.to([1100, 300])
  await settled()
  course.nudge(0, -25)
  await settled()
  expect(asker.plan.mock.calls.map(([spot]) => spot)).toEqual(['point 1000,510', 'point 1100,300 via 1000,510', 'point 950,475 via 1000,510'])
  course.clear()
  expect([course.stands, course.hits]).toEqual([[400, 500], []])
})

it('lets dice fall only where something goes off or is laid', () => {
  const kinds: Region[] = [
    { kind: 'place', radius: 0, blast: 150 },
    { kind: 'turn', radius: 40, start: [0, 0], facing: 0, footprint: [[50, 0, 800, 100, 800, -100]] },
    { kind: 'place', radius: 40, rotates: true },
  ]
  expect(kinds.map((one) => made(undefined, one).course).map(({ follows, risky }) => [follows, risky])).toEqual([[true, true], [true, true], [false, false]])
})
