import { expect, test } from 'vitest'
import { merged } from './patch'

test('a merge patch sets, removes and goes deep', () => {
  const before = { a: 1, b: { c: 2, d: 3 }, e: [1, 2] }
  expect(merged(before, { a: null, b: { c: 5 }, e: [3], f: { g: null, h: 1 } })).toEqual({
    b: { c: 5, d: 3 },
    e: [3],
    f: { h: 1 },
  })
  expect(before).toEqual({ a: 1, b: { c: 2, d: 3 }, e: [1, 2] })
})

test('what a patch does not name stays the same object, so that nothing is drawn again for it', () => {
  const before = { a: { x: 1 }, b: { y: 2 } }
  const after = merged(before, { b: { y: 3 } })
  expect(after.a).toBe(before.a)
})
