import { describe, expect, it } from 'vitest'
import { rubbleOf, rulerOf, Landscape, topOf, wallTint, wearOf } from './landscape'
import type { Board, Part, PartKind, Piece } from './types'

const board: Board = { name: 'yard', unit: 'inch', sign: '″', width: 3000, height: 2200, areas: {} }

function part(kind: PartKind, rect: number[], foot: number, level: number, more: Partial<Part> = {}): Part {
  return { name: kind, kind, sort: kind, shape: { rect }, foot, level, ...more }
}

const member = (at: [number, number], level = 0): Piece => ({ name: 'Ant', kind: 'member', form: 'disc', at, radius: 50, mark: 'A', text: 'Ant', level })

const parts = {
  deck: part('floor', [0, 0, 400, 400], 280, 300),
  roof: part('floor', [0, 0, 200, 400], 580, 600),
  post: part('solid', [20, 20, 40, 40], 0, 280),
  rail: part('low', [220, 20, 100, 20], 300, 360),
  chest: part('solid', [1000, 1000, 200, 200], 0, 100),
  fence: part('low', [1500, 1000, 200, 20], 0, 80),
  door: { name: 'door', kind: 'door', sort: 'door', shape: { line: [2000, 0, 2000, 100] }, state: 'closed' } as Part,
}

describe('stages', () => {
  const landscape = new Landscape(parts, board)
  const stages = landscape.stages(new Set())

  it('builds from the ground up', () => {
    expect(stages.map((stage) => stage.level)).toEqual([0, 300, 600])
    expect(landscape.storeys).toEqual([0, 300, 600])
    expect(stages[0]?.top).toBe('')
    expect(stages[1]?.top).toContain('M0 0L400 0')
  })

  it('puts each thing on the floor below its foot', () => {
    expect(stages[0]?.blocks).toHaveLength(3)
    expect(stages[1]?.blocks).toHaveLength(1)
    expect(stages[0]?.things.map(({ id }) => id)).toEqual(['door'])
  })

  it('tells light from heavy, and high from low', () => {
    expect(stages[0]?.blocks.map(({ look, tint }) => [look, tint])).toEqual([['light', 2], ['wall', 2], ['wall', 3]])
    expect(stages[0]?.blocks[0]?.stitched).toBe(true)
    expect(stages[0]?.blocks[1]?.panels).not.toBe('')
  })

  it('lets shadows fall on what is below, longer from what is higher', () => {
    expect(stages[0]?.shadow).toContain('1030 1040')
    expect(stages[1]?.shadow).not.toContain('1030 1040')
    expect(stages[2]?.shadow).toBe('')
    const open = new Landscape({ ...parts, door: { ...parts.door, state: 'open' } }, board).stages(new Set())
    expect((open[0]?.shadow.length ?? 0) < (stages[0]?.shadow.length ?? 0)).toBe(true)
  })

  it('cuts floors away over whoever stands below, with what stands on them', () => {
    expect(landscape.over([member([300, 300])])).toEqual(['deck'])
    expect(landscape.over([member([100, 300])])).toEqual(['deck', 'roof'])
    expect(landscape.over([member([100, 300], 300)])).toEqual(['roof'])
    expect(landscape.over([member([900, 300])])).toEqual([])
    const [, deck] = landscape.stages(new Set(['deck']))
    expect([deck?.top, deck?.blocks]).toEqual(['', []])
    expect(deck?.cut).toContain('M0 0L400 0')
    expect(deck?.cutEdge.match(/M/g)).toHaveLength(4)
    const halves = new Landscape({ west: part('floor', [0, 0, 200, 200], 280, 300), east: part('floor', [200, 0, 200, 200], 280, 300) }, board)
    expect(halves.stages(new Set(['west', 'east']))[1]?.cutEdge.match(/M/g)).toHaveLength(6)
  })

  it('shows no more than up to a height', () => {
    const [ground, deck, roof] = landscape.stages(new Set(), 300)
    expect([deck?.cut, roof?.top, roof?.shadow]).toEqual(['', '', ''])
    expect(roof?.cut).toContain('M0 0L200 0')
    expect((ground?.shadow.length ?? 0) < (stages[0]?.shadow.length ?? 0)).toBe(true)
  })

  it('knows what covers a point', () => {
    expect(landscape.covers([100, 100], 300, new Set())).toBe(true)
    expect(landscape.covers([100, 100], 300, new Set(['roof']))).toBe(false)
    expect(landscape.covers([300, 100], 300, new Set())).toBe(false)
  })
})

it('has heights for what says none', () => {
  expect([topOf({ ...parts.door, kind: 'wall' }), topOf(parts.door), topOf({ ...parts.door, state: 'open' })]).toEqual([150, 120, 0])
  expect([50, 150, 280, 400].map(wallTint)).toEqual([1, 2, 3, 4])
})

it('wears a floor the same each time, inside of what it says', () => {
  expect(wearOf(board)).toEqual(wearOf({ ...board }))
  expect(wearOf(board).cracks).not.toBe(wearOf({ ...board, name: 'another yard' }).cracks)
  expect(wearOf({ ...board, grid: { size: 100, columns: 30, rows: 22 } }).rivets).toBe('')
  expect(rubbleOf([[0, 0], [300, 0], [300, 300], [0, 300]]).stones.match(/M/g)?.length).toBeGreaterThan(4)
})

it('has a mark for every unit, and longer ones to count by', () => {
  const { small, large } = rulerOf(board)
  expect([small.match(/M/g)?.length, large.match(/M/g)?.length]).toEqual([2 * (25 + 19), 2 * (6 + 4)])
  expect(rulerOf({ ...board, grid: { size: 100, columns: 30, rows: 22 } }).small).toBe('')
})
