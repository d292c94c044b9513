import { describe, expect, it } from 'vitest'
import { formPath } from './board'
import { BOX, GLYPHS } from './glyphs'
import { barsOf, dashes, emptiest, footOf, hullOf, isCovered, isDone, MOST, notchPath, rimPath, segments, stacked, veilPath } from './tokens'
import type { Form, Piece } from './types'

const FORMS: Form[] = ['disc', 'square', 'diamond', 'hexagon']

function numbers(path: string): number[] {
  return (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
}

function piece(more: Partial<Piece> = {}): Piece {
  return { name: 'A', kind: 'member', form: 'disc', at: [0, 0], radius: 50, mark: 'A', text: '', ...more }
}

describe('the ring of wounds', () => {
  it('has one segment for each wound and loses them one by one', () => {
    expect(segments([10, 10])).toEqual({ all: 10, lost: 0 })
    expect(segments([7, 10])).toEqual({ all: 10, lost: 3 })
    expect(segments([0, 10])).toEqual({ all: 10, lost: 10 })
    expect(segments([1, 1])).toEqual({ all: 1, lost: 0 })
  })

  it('shares segments beyond the most, and never shows none or all too soon', () => {
    expect(segments([40, 40])).toEqual({ all: MOST, lost: 0 })
    expect(segments([39, 40])).toEqual({ all: MOST, lost: 1 })
    expect(segments([1, 40])).toEqual({ all: MOST, lost: MOST - 1 })
    expect(segments([20, 40])).toEqual({ all: MOST, lost: MOST / 2 })
  })

  it('loses the first segments, and has as many dashes whatever is lost', () => {
    expect(dashes({ all: 3, lost: 0 })).toBe('0.8 0.2 0.8 0.2 0.8 0.2')
    expect(dashes({ all: 3, lost: 1 })).toBe('0 1 0.8 0.2 0.8 0.2')
    expect(dashes({ all: 3, lost: 3 }).split(' ')).toHaveLength(6)
    // Each pair is one wound long: the ring is neither stretched nor shifted.
    expect(dashes({ all: 7, lost: 4 }).split(' ').reduce((sum, one) => sum + Number(one), 0)).toBeCloseTo(7)
  })

  it('follows the form, clockwise from the middle of its top', () => {
    for (const form of FORMS) {
      const [x, y] = numbers(rimPath(form, 100))
      expect(x, form).toBe(0)
      expect(y, form).toBeLessThan(-80)
    }
    expect(rimPath('hexagon', 100)).toBe('M0 -90.9L52.5 -90.9L105 0L52.5 90.9L-52.5 90.9L-105 0L-52.5 -90.9z')
  })

  it('has the outline that the board draws round a piece', () => {
    for (const form of ['square', 'diamond', 'hexagon'] as const) {
      const mine = new Set(numbers(rimPath(form, 100)).map((one) => Math.abs(Math.round(one))))
      const farthest = Math.max(...mine)
      const theirs = numbers(formPath(form, [0, 0], 100)).map((one) => Math.abs(Math.round(one)))
      expect(form === 'square' ? [90] : [Math.max(...theirs)], form).toContain(farthest)
    }
  })
})

describe('a veil', () => {
  it('covers the lower part of every form and nothing above its line', () => {
    for (const form of FORMS) {
      const path = veilPath(form, 100, 0.3)
      expect(path, form).not.toBe('')
      const points = form === 'disc' ? [] : numbers(path)
      for (let at = 1; at < points.length; at += 2) expect(points[at], form).toBeGreaterThanOrEqual(30)
    }
    expect(veilPath('disc', 100, 0.6)).toBe('M-80 60A100 100 0 0 0 80 60z')
  })
})

describe('a hull, a notch and bars', () => {
  it('knows a hull from a large square foot', () => {
    expect(hullOf({ size: [600, 300] })).toEqual({ length: 600, width: 300 })
    expect(hullOf({ size: [300, 300], facing: 0 })).toEqual({ length: 300, width: 300 })
    expect(hullOf({ size: [90, 90] })).toBeUndefined()
    expect(hullOf({})).toBeUndefined()
    expect(footOf(piece({ form: 'hexagon', size: [90, 90] }))).toEqual({ form: 'square', radius: 50 })
    expect(footOf(piece({ form: 'hexagon' }))).toEqual({ form: 'hexagon', radius: 50 })
  })

  it('puts the notch ahead of the rim', () => {
    const points = numbers(notchPath(150, 50))
    expect(Math.min(points[0] ?? 0, points[4] ?? 0)).toBeGreaterThan(150)
    expect(points[2]).toBeGreaterThan(points[0] ?? 0)
  })

  it('has no bar on the ground and one for each unit and a half', () => {
    expect([undefined, 0, 40, 150, 300, 600, 2000].map(barsOf)).toEqual([0, 0, 1, 1, 2, 4, 4])
  })
})

describe('plates', () => {
  it('show their letter elsewhere when somebody stands on them', () => {
    expect(isCovered(piece(), [piece({ at: [40, 0], radius: 30 })])).toBe(true)
    expect(isCovered(piece(), [piece({ at: [60, 0], radius: 30 })])).toBe(false)
  })

  it('find the emptiest place of the ring', () => {
    const [x, y] = emptiest([0, 0], 100, [piece({ at: [100, 0] }), piece({ at: [0, 100] }), piece({ at: [0, -100] })])
    expect(x).toBeCloseTo(-100)
    expect(y).toBeCloseTo(0)
    expect(emptiest([5, 5], 100, [])).toEqual([105, 5])
  })

  it('are done when the goal says so', () => {
    const goal = { name: '', text: '', marks: [{ mark: 'A', name: 'A', done: true, place: { piece: 'a' } }, { mark: 'B', name: 'B', place: { piece: 'b' } }] }
    expect([isDone(goal, 'a'), isDone(goal, 'b'), isDone(undefined, 'a')]).toEqual([true, false, false])
  })
})

it('draws what lies there first, then by height, the large before the small', () => {
  const all = { high: piece({ level: 300 }), small: piece({ radius: 20 }), large: piece(), plate: piece({ kind: 'objective' }) }
  expect(stacked(all).map(([id]) => id)).toEqual(['plate', 'large', 'small', 'high'])
})

it('has a silhouette within its box for every role, and something that stands before it or is cut out of it', () => {
  expect(Object.keys(GLYPHS)).toHaveLength(17)
  for (const [role, layers] of Object.entries(GLYPHS)) {
    expect(layers.some((layer) => layer.kind === 'front' || layer.kind === 'cut'), role).toBe(true)
    for (const { d } of layers) expect(d, role).toMatch(/^[Mm][\d\s.,MmLlHhVvCcSsQqAaZz-]+$/)
  }
  expect(BOX).toBe(48)
})
