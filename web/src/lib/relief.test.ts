import { describe, expect, it } from 'vitest'
import type { Spot } from './board'
import { areaOf, borderOf, faces, farthest, inside, isConvex, outline, pairsOf, ring, seeded, smooth, smoothLoops, sweep } from './relief'

const SQUARE: Spot[] = [[0, 0], [100, 0], [100, 100], [0, 100]]

/** The rings of a path, each as its points. */
function rings(path: string): Spot[][] {
  return path.split('M').filter(Boolean).map((one) => one.replace('z', '').split('L').map((pair) => pair.split(' ').map(Number) as Spot))
}

describe('outlines', () => {
  it('has the corners of every shape', () => {
    expect(outline({ rect: [10, 20, 30, 40] })).toEqual([[10, 20], [40, 20], [40, 60], [10, 60]])
    expect(outline({ line: [0, 0, 100, 0] }, 5)).toEqual([[0, 5], [100, 5], [100, -5], [0, -5]])
    expect(outline({ polygon: [0, 0, 10, 0, 5, 9] })).toEqual([[0, 0], [10, 0], [5, 9]])
    expect(outline({ circle: [50, 50, 10] }).every(([x, y]) => Math.abs(Math.hypot(x - 50, y - 50) - 10) < 1e-9)).toBe(true)
    expect(ring(SQUARE)).toBe('M0 0L100 0L100 100L0 100z')
    expect(ring([])).toBe('')
  })

  it('tells inside from outside, and a dent from none', () => {
    const dented: Spot[] = [[0, 0], [100, 0], [100, 40], [40, 40], [40, 100], [0, 100]]
    expect([inside(dented, [20, 80]), inside(dented, [80, 80])]).toEqual([true, false])
    expect([isConvex(SQUARE), isConvex([...SQUARE].reverse()), isConvex(dented)]).toEqual([true, true, false])
  })
})

describe('shadows', () => {
  it('covers all that an outline slides over, wound one way', () => {
    for (const points of [SQUARE, [...SQUARE].reverse()]) {
      const found = rings(sweep(points, 30, 40))
      expect(found.every((one) => areaOf(one) >= 0)).toBe(true)
      // On the way, where neither the first nor the last place covers it.
      expect(found.some((one) => inside(one, [20, 120]))).toBe(true)
      expect(found.some((one) => inside(one, [10, 130]))).toBe(false)
    }
  })

  it('lights the edges towards the lamp, whichever way round they run', () => {
    for (const points of [SQUARE, [...SQUARE].reverse()]) {
      const { lit, dark } = faces(points)
      expect(rings(lit).flat().every(([x, y]) => x === 0 || y === 0)).toBe(true)
      expect(rings(dark).flat().every(([x, y]) => x === 100 || y === 100)).toBe(true)
    }
  })

  it('has no edge where the same goes on beyond it', () => {
    const { lit, dark } = faces(SQUARE, undefined, ([x, y]) => x > 100 && y > 0 && y < 100)
    expect(rings(lit)).toHaveLength(2)
    expect(rings(dark).flat().some(([x, y]) => x === 100 && y === 0)).toBe(false)
  })

  it('turns with the lamp', () => {
    expect(rings(faces(SQUARE, [0.4, -0.3]).lit).flat().every(([x, y]) => x === 0 || y === 100)).toBe(true)
  })
})

describe('smooth lines', () => {
  const stairs = Array.from({ length: 12 }, (_, i) => [[i * 50, i * 50], [(i + 1) * 50, i * 50]]).flat().concat([[600, 700], [0, 700]]) as Spot[]

  it('takes the stairs out of a contour', () => {
    const found = smooth(stairs)
    const slants = found.filter(([x, y], i) => {
      const [nx, ny] = found[(i + 1) % found.length] ?? [x, y]
      return x > 100 && x < 500 && y < 550 && (Math.abs(nx - x) < 1 || Math.abs(ny - y) < 1)
    })
    expect(slants).toEqual([])
    expect(found.length).toBe(stairs.length * 4)
  })

  it('keeps its holes, and knows where it goes farthest', () => {
    const loops = [[0, 0, 100, 0, 100, 100, 0, 100], [40, 40, 60, 40, 60, 60, 40, 60]]
    expect(rings(smoothLoops(loops))).toHaveLength(2)
    const [top, right, left, bottom] = farthest(loops)
    expect((top?.[1] ?? 0) < (bottom?.[1] ?? 0) && (left?.[0] ?? 0) < (right?.[0] ?? 0)).toBe(true)
    expect(farthest([])).toEqual([])
    expect(pairsOf([1, 2, 3, 4])).toEqual([[1, 2], [3, 4]])
  })
})

it('draws one border round cells that touch', () => {
  const cell = (x: number, y: number) => ({ x, y, width: 100, height: 100 })
  expect(borderOf([cell(0, 0), cell(100, 0)]).match(/M/g)).toHaveLength(6)
  expect(borderOf([cell(0, 0), cell(300, 0)]).match(/M/g)).toHaveLength(8)
})

it('wears alike each time', () => {
  const [one, other] = [seeded(42), seeded(42)]
  const drawn = [one(), one(), one()]
  expect(drawn).toEqual([other(), other(), other()])
  expect(drawn.every((value) => value > 0 && value < 1)).toBe(true)
  expect(seeded(0)()).not.toBeNaN()
})
