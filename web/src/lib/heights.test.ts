import { expect, it } from 'vitest'
import { contains, heightOf, lengthOf, levelsAt, loopsPath } from './board'
import { ringOf } from './keys'
import type { Part } from './types'

const floor = (level: number, rect: number[]): Part => ({ name: 'floor', kind: 'floor', sort: 'Floor', shape: { rect }, level })

it('writes heights and finds the floors at a point', () => {
  expect(heightOf({ sign: '″' }, 300)).toBe('3″')
  expect(heightOf({ sign: '″' }, 50)).toBe('0.5″')
  expect(lengthOf({ sign: ' cm' }, 6)).toBe('6 cm')
  expect(lengthOf(undefined, 6)).toBe('6')
  const parts: Part[] = [floor(600, [0, 0, 100, 100]), floor(300, [0, 0, 200, 100]), { ...floor(200, [0, 0, 300, 300]), kind: 'solid' }]
  expect(levelsAt(parts, [50, 50])).toEqual([0, 300, 600])
  expect(levelsAt(parts, [150, 50])).toEqual([0, 300])
})

it('knows what is inside of a shape', () => {
  expect(contains({ polygon: [0, 0, 100, 0, 0, 100] }, [20, 20])).toBe(true)
  expect(contains({ polygon: [0, 0, 100, 0, 0, 100] }, [80, 80])).toBe(false)
  expect(contains({ circle: [0, 0, 10] }, [6, 8])).toBe(true)
})

it('draws closed lines as one path', () => {
  expect(loopsPath([[0, 0, 10, 0, 10, 10], [2, 2, 4, 2, 4, 4]])).toBe('M0 0L10 0L10 10zM2 2L4 2L4 4z')
})

it('reads digits with Shift as rings, but for keyboards whose digits need it', () => {
  const stroke = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: true }
  expect(ringOf({ key: '^', code: 'Digit6', ...stroke })).toBe(6)
  expect(ringOf({ key: ')', code: 'Digit0', ...stroke })).toBe(0)
  expect(ringOf({ key: '6', code: 'Digit6', ...stroke, shiftKey: false })).toBeUndefined()
  expect(ringOf({ key: '6', code: 'Digit6', ...stroke })).toBeUndefined()
  expect(ringOf({ key: '^', code: 'Digit6', ...stroke, ctrlKey: true })).toBeUndefined()
})
