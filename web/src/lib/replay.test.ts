import { expect, test } from 'vitest'
import { newLines, stopAt, turnFrom } from './replay.svelte'

const stops = [{ at: 2 }, { at: 5, heading: 1 }, { at: 9 }, { at: 12, heading: 2 }, { at: 15, heading: 1 }, { at: 20 }]

test('an address names a number of answers: the stop that is not after it is shown', () => {
  expect([0, 2, 4, 5, 14, 15, 999].map((at) => stopAt(stops, at))).toEqual([0, 0, 0, 1, 3, 4, 5])
  expect(stopAt([], 3)).toBe(0)
})

test('turns: forward to the next beginning, back to the last one, and no further than the ends', () => {
  expect(turnFrom(stops, 0, 1)).toBe(1)
  expect(turnFrom(stops, 1, 1)).toBe(4)
  expect(turnFrom(stops, 4, 1)).toBe(5)
  expect(turnFrom(stops, 3, -1)).toBe(1)
  expect(turnFrom(stops, 1, -1)).toBe(0)
  expect(turnFrom([], 0, 1)).toBe(0)
})

test('what a later moment tells beyond an earlier one, as far as its log goes back', () => {
  const log = [1, 2, 3].map((answers) => ({ answers, kind: 'event', text: `line ${answers}` }))
  const texts = (lines: number) => newLines({ log, lines: 7 }, { lines }).map((told) => told.text)
  expect([texts(7), texts(6), texts(5), texts(0)]).toEqual([[], ['line 3'], ['line 2', 'line 3'], ['line 1', 'line 2', 'line 3']])
})
