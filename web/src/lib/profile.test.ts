import { expect, it } from 'vitest'
import { cuts, layoutOf, profileOf, ticksOf } from './profile'
import type { Mark, Part, Piece, Scene } from './types'

const part = (name: string, kind: Part['kind'], rect: number[], foot: number, level: number): Part => ({ name, kind, sort: '', shape: { rect }, foot, level })
const member = (name: string, at: [number, number], level = 0): Piece => ({ name, kind: 'member', form: 'disc', at, radius: 50, mark: name[0] ?? '', text: '', level })
const scene = (parts: Part[] = [], pieces: Piece[] = []): Scene =>
  ({
    board: { name: '', unit: 'inch', sign: '″', width: 3000, height: 3000, areas: {} },
    parts: Object.fromEntries(parts.map((one) => [one.name, one])),
    pieces: Object.fromEntries(pieces.map((one) => [one.name, one])),
  }) as unknown as Scene
const ray = (kind: Mark['kind'], start: number[], end: number[], met?: number[]): Mark => ({
  kind, shape: { line: [start[0] ?? 0, start[1] ?? 0, end[0] ?? 0, end[1] ?? 0] }, text: 'sight', ray: { start, end, bodies: [[0, 120], [300, 420]], ...(met ? { met } : {}) },
})

it('cuts shapes by a line', () => {
  expect(cuts({ rect: [25, -10, 50, 20] }, [0, 0], [100, 0])).toEqual([[0.25, 0.75]])
  expect(cuts({ rect: [25, 10, 50, 20] }, [0, 0], [100, 0])).toEqual([])
  expect(cuts({ rect: [-10, -10, 50, 20] }, [0, 0], [100, 0])).toEqual([[0, 0.4]])
  // A horseshoe is met twice, a wall between cells is as thick as it is drawn.
  expect(cuts({ polygon: [20, -10, 80, -10, 80, 10, 60, 10, 60, -5, 40, -5, 40, 10, 20, 10] }, [0, 0], [100, 0])).toEqual([[0.2, 0.4], [0.6, 0.8]])
  expect(cuts({ line: [50, -50, 50, 50] }, [0, 0], [100, 0])).toEqual([[0.42, 0.58]])
  expect(cuts({ line: [50, 0, 50, 50] }, [0, 0], [100, 0])).toEqual([])
})

it('has no side view of lines without heights', () => {
  expect(profileOf([{ kind: 'sight', shape: { line: [0, 0, 10, 0] }, text: '' }], scene())).toBeUndefined()
})

it('shows a free line, what it passes, and who stands at its ends', () => {
  const deck = part('deck', 'floor', [700, -100, 400, 200], 280, 300)
  const next = part('next', 'floor', [1100, -100, 400, 200], 280, 300)
  const far = part('far', 'wall', [300, 500, 10, 10], 0, 300)
  const gate = part('gate', 'opening', [300, -100, 10, 200], 0, 300)
  const found = profileOf([ray('sight', [0, 0, 120], [1000, 0, 400])], scene([deck, next, far, gate], [member('Ann', [-10, 0]), member('Below', [1000, 0]), member('Bob', [1000, 0], 300)]))!
  expect(found.outcome).toBe('clear')
  expect(found.figures.map((figure) => [figure.piece?.name, figure.foot, figure.top])).toEqual([['Ann', 0, 120], ['Bob', 300, 420]])
  expect(found.slabs).toHaveLength(1)
  expect(found.slabs[0]).toMatchObject({ look: 'floor', from: 700, foot: 280, top: 300 })
  expect(found.lines).toEqual([{ outcome: 'clear', from: [0, 120], to: [1000, 400] }])
  expect(ticksOf(found, scene().board)).toEqual([{ height: 0, words: '0″' }, { height: 300, words: '3″' }])
})

it('shows what stops a line and where, whichever way it runs', () => {
  const wall = part('wall', 'wall', [-10, 400, 20, 20], 0, 900)
  const blocked: Mark = { kind: 'blocked', shape: wall.shape, text: 'the wall is in the way', heights: [0, 900] }
  const found = profileOf([ray('sight', [0, 1000, 100], [0, 0, 100], [0, 420, 100]), blocked], scene([wall]))!
  expect(found.outcome).toBe('blocked')
  expect(found.words).toEqual(['the wall is in the way'])
  expect(found.lines[0]?.met).toEqual([580, 100])
  expect(found.slabs[0]).toMatchObject({ name: 'wall', from: 580, to: 600, gives: 'blocked' })
  expect(found.slabs[0]?.top).toBe(550) // no higher than needed
})

it('tells cover beside the first line from what the line itself crosses, and knows haze by its mark', () => {
  const heap = part('heap', 'solid', [700, 40, 100, 100], 0, 100)
  const cover = ray('cover', [0, 0, 10], [1000, 100, 10], [750, 75, 10])
  const sight = ray('sight', [0, 0, 120], [1000, 0, 120])
  const found = profileOf([sight, cover], scene([heap]))!
  expect(found.outcome).toBe('clear')
  expect(found.slabs).toHaveLength(1)
  expect(found.slabs[0]).toMatchObject({ name: 'heap', gives: 'cover', aside: true })
  const haze: Mark = { kind: 'blocked', shape: { rect: [300, -150, 300, 300] }, text: 'haze', heights: [0, 300] }
  expect(profileOf([ray('sight', [0, 0, 100], [1000, 0, 100], [300, 0, 100]), haze], scene())?.slabs).toMatchObject([{ name: 'haze', look: 'hollow', from: 300, gives: 'blocked' }])
})

it('fits its picture, also straight up', () => {
  for (const mark of [ray('sight', [0, 0, 100], [2400, 0, 100]), ray('sight', [0, 0, 100], [0, 0, 400]), ray('sight', [0, 0, 100], [200, 0, 900])]) {
    const found = profileOf([mark], scene())!
    const layout = layoutOf(found, 340)
    expect(layout.x(found.from)).toBeGreaterThanOrEqual(29.9)
    expect(layout.x(found.to)).toBeLessThanOrEqual(334.1)
    expect(layout.y(found.top)).toBeGreaterThanOrEqual(0)
    expect(layout.height).toBeLessThan(370)
  }
})
