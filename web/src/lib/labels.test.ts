import { expect, it } from 'vitest'
import { edgesOf, ninth, overlap, place } from './labels'

const frame = { x: 0, y: 0, width: 1000, height: 1000 }
const want = (id: string, spots: [number, number][], more: object = {}) => ({ id, width: 40, height: 20, spots, ...more })

it('gives each label the first place that is free', () => {
  const found = place([want('a', [[100, 100]]), want('b', [[110, 100], [100, 300]])], [], 1, frame)
  expect(found.map(({ at }) => at)).toEqual([[100, 100], [100, 300]])
  expect(found.every((one, i) => found.slice(i + 1).every((other) => overlap(one.box, other.box) === 0))).toBe(true)
})

it('covers no piece, or as little as it can, and rather leaves out what may be left out', () => {
  const piece = { x: 80, y: 80, width: 40, height: 40 }
  expect(place([want('a', [[100, 100], [100, 125]])], [piece], 1, frame)[0]?.at).toEqual([100, 125])
  expect(place([want('a', [[100, 100]], { optional: true })], [piece], 1, frame)).toEqual([])
  expect(place([want('a', [[100, 100]])], [piece], 1, frame)).toHaveLength(1)
})

it('is as large as the view makes it, and stays on the board', () => {
  expect(place([want('a', [[100, 100]])], [], 3, frame)[0]?.box.width).toBe(120)
  expect(place([want('a', [[995, 100]])], [], 1, frame)[0]?.at).toEqual([980, 100])
})

it('says the same not twice nearby', () => {
  const spots: [number, number][] = [[100, 100]]
  const near = want('b', [[200, 100]], { flock: '300', apart: 350 })
  expect(place([want('a', spots, { flock: '300' }), near], [], 1, frame)).toHaveLength(1)
  expect(place([want('a', spots, { flock: '600' }), near], [], 1, frame)).toHaveLength(2)
})

it('finds places along the edges of an area and on a floor', () => {
  expect(edgesOf({ rect: [0, 0, 400, 200] }, 100, 20, 10)[0]).toEqual([60, 20])
  expect(edgesOf({ rect: [0, 0, 400, 200] }, 100, 20, 10).every(([x, y]) => x >= 60 && x <= 340 && y >= 20 && y <= 180)).toBe(true)
  expect(ninth({ x: 0, y: 0, width: 300, height: 200 }, 100, 20).at(-1)).toEqual([150, 100])
})
