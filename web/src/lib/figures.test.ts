import { expect, it } from 'vitest'
import { percent, shortPercent, signed } from './figures'

it('never says never, nor always, of a chance', () => {
  expect(percent(0)).toBe('0 %')
  expect(percent(1)).toBe('100 %')
  expect(percent(0.278)).toBe('28 %')
  expect(percent(0.004)).toBe('0.4 %')
  expect(percent(0.0001)).toBe('< 0.1 %')
  expect(percent(0.9999)).toBe('> 99.9 %')
})

it('writes signs', () => {
  expect([2, -1, 0].map(signed)).toEqual(['+2', '−1', '0'])
})

it('is short, and still says neither never nor always of a chance', () => {
  expect([0, 0.001, 0.81, 0.999, 1].map(shortPercent)).toEqual(['0', '<1', '81', '>99', '100'])
})
