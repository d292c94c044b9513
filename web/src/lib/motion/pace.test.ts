import { expect, it } from 'vitest'
import { drainOf, restOf, timeOf, type Pace } from './pace'

const usual: Pace = { rate: 1, still: false }
const still: Pace = { rate: 1, still: true }

it('lets a way take its time by its length, within bounds', () => {
  const way = (far: number) => timeOf({ kind: 'moves', from: [0, 0], path: [[far, 0]] }, usual)
  expect(way(100)).toBe(260)
  expect(way(600)).toBe(420)
  expect(way(6000)).toBe(900)
})

it('shows everything faster by the rate, and nothing at all when instant', () => {
  expect(timeOf({ kind: 'falls' }, { rate: 2, still: false })).toBe(450)
  expect(restOf({ rate: 4, still: false })).toBe(65)
  expect(timeOf({ kind: 'throws', dice: 4 }, { rate: Infinity, still: false })).toBe(0)
})

it('gives each die its own time, and drains every wound within a hit', () => {
  expect(timeOf({ kind: 'throws', dice: 4 }, usual)).toBe(720 + 4 * 70)
  expect(drainOf(3, usual)).toBe(70)
  expect(drainOf(26, usual) * 26).toBeCloseTo(520)
})

it('lets everything be read without movement', () => {
  expect(timeOf({ kind: 'moves', from: [0, 0], path: [[6000, 0]] }, still)).toBe(300)
  expect(timeOf({ kind: 'hurts', amount: 5 }, still)).toBe(400)
  expect(drainOf(5, still)).toBe(0)
})
