import { describe, expect, it } from 'vitest'
import { dealt, opens, owner } from './pools'

describe('faces of pools', () => {
  it('are dealt to the first pool with all that its dice bring, then to the next', () => {
    expect(dealt([8, 2, 3, 8, 6, 5, 5, 1], [3, 3], 8)).toEqual({ pools: [[8, 2, 3, 8, 6], [5, 5, 1]], left: [0, 0] })
    expect(dealt([8, 2, 3], [3, 3], 8)).toEqual({ pools: [[8, 2, 3], []], left: [1, 3] })
    expect(dealt([], [0, 1], 8)).toEqual({ pools: [[], []], left: [0, 1] })
  })

  it('are parted where another pool begins', () => {
    expect([0, 1, 2, 3, 4].map((place) => opens(place, [2, 0, 3]))).toEqual([false, false, true, false, false])
    expect(opens(2, undefined)).toBe(false)
  })

  it('belong to who rolled and to the other, and to who rolled where the first pool is empty', () => {
    expect([0, 1, 2].map((place) => owner(place, [2, 1], 1, 2))).toEqual([1, 1, 0])
    expect([0, 1].map((place) => owner(place, [0, 2], 0, 2))).toEqual([0, 0])
    expect(owner(3, undefined, 1, 2)).toBe(1)
    expect(owner(0, [1], undefined, 2)).toBeUndefined()
  })
})
