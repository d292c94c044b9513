import { describe, expect, it } from 'vitest'
import { dealt, opens } from './pools'

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
})
