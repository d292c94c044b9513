import { expect, it } from 'vitest'
import { bandOf, cutsOf, gainAt, gainLabels, harmAt, labelsOf, nearest, outlines, pathOfRings, topmost, type Sample } from './danger'
import type { DangerSpot, Gain } from './types'

/** A field of samples 100 apart, with a value for each. */
const field = (width: number, height: number, value: (x: number, y: number) => number): Sample[] =>
  Array.from({ length: width * height }, (_, place) => {
    const [x, y] = [place % width, Math.floor(place / width)]
    return { at: [x * 100, y * 100], value: value(x, y) }
  })

it('adds up what everybody could do', () => {
  expect(harmAt({ at: [0, 0], threats: [{ piece: 'a', mean: 1.5, cover: false }, { piece: 'b', mean: 2, cover: true }], gains: [] })).toBe(3.5)
  expect(harmAt({ at: [0, 0], threats: [], gains: [] })).toBe(0)
})

it('sorts danger into bands by the wounds that are left', () => {
  const cuts = cutsOf(10)
  expect([0, 1, 1.2, 4, 7.9, 8, 30].map((value) => bandOf(value, cuts))).toEqual([0, 0, 1, 2, 2, 3, 3])
  expect(bandOf(1, cutsOf(1))).toBe(3)
})

it('finds the spot under the pointer, if one is near', () => {
  const spots = [{ at: [0, 0] }, { at: [100, 0] }]
  expect(nearest(spots, [70, 10], 75)).toBe(spots[1])
  expect(nearest(spots, [300, 0], 75)).toBeUndefined()
})

it('of cells over each other shows the highest that is not cut away', () => {
  const low: DangerSpot = { at: [150, 150], spot: '0,0,0', level: 0, threats: [], gains: [] }
  const high: DangerSpot = { at: [150, 150], spot: '0,0,1', level: 300, threats: [], gains: [] }
  const other: DangerSpot = { at: [450, 150], spot: '1,0,0', threats: [], gains: [] }
  expect(topmost([low, high, other], Infinity)).toEqual([high, other])
  expect(topmost([low, high, other], 0)).toEqual([low, other])
})

it('draws one closed line round a dangerous half, between the samples that differ', () => {
  const rings = outlines(field(6, 6, (x) => (x < 3 ? 0 : 8)), 100, 4)
  expect(rings).toHaveLength(1)
  const inner = rings[0]!.filter(([x, y]) => x < 320 && y > 100 && y < 400)
  expect(inner.length).toBeGreaterThan(2)
  for (const [x] of inner) expect(x).toBeCloseTo(250, 0)
  expect(Math.max(...rings[0]!.map(([x]) => x))).toBeGreaterThan(500)
  expect(pathOfRings(rings)).toMatch(/^M-?\d+ -?\d+L.*z$/)
})

it('leaves a hole where somebody is safe in the midst of danger, and draws nothing where all is safe', () => {
  expect(outlines(field(7, 7, (x, y) => (x === 3 && y === 3 ? 0 : 8)), 100, 4)).toHaveLength(2)
  expect(outlines(field(4, 4, () => 1), 100, 4)).toEqual([])
  expect(outlines([], 100, 4)).toEqual([])
})

it('numbers the safest spot and each band, away from pieces', () => {
  const samples = field(9, 3, (x) => x)
  const labels = labelsOf(samples, cutsOf(8), [{ at: [0, 0], radius: 50 }], 100)
  expect(labels.map((label) => label.band)).toEqual([0, 3, 2, 1])
  expect(labels[0]).toMatchObject({ value: 0, at: [0, 200] })
  expect(labelsOf(field(2, 2, () => 9), cutsOf(8), [], 100).map((label) => label.band)).toEqual([0])
})

it('puts one mark into each field of spots that are good for the same, and shades them by the most they are good for', () => {
  const relay: Gain = { kind: 'holds', mark: 'OA', text: 'holds Relay A' }
  const seal: Gain = { kind: 'acts', mark: 'PS', text: 'can PLANT SEAL' }
  const spot = (x: number, ...gains: Gain[]): DangerSpot => ({ at: [x, 0], threats: [], gains })
  const spots = [spot(0), spot(100, seal), spot(200, seal, relay), spot(300, relay), spot(600, relay)]
  expect(spots.map(gainAt)).toEqual([undefined, 'acts', 'holds', 'holds', 'holds'])
  const marks = gainLabels(spots, 100, [{ at: [100, 0], radius: 30 }], 40)
  expect(marks.map(({ at, gain, row }) => [gain.mark, at[0], row])).toEqual([['PS', 200, 0], ['OA', 300, 0], ['OA', 600, 0]])
  expect(gainLabels([spot(0, relay, seal)], 100, [], 40).map(({ row }) => row)).toEqual([0, 1])
})
