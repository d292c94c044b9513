import { expect, it } from 'vitest'
import { spotAt, spotsAt, spotShape } from './board'
import { moved, shiftsOf, spread, spreadMark, spreadMoving, spreadOption } from './spread'
import type { Board, Mark, Scene } from './types'

const board: Board = { name: 'yard', unit: 'cube', width: 600, height: 600, grid: { size: 300, columns: 2, rows: 2, levels: 3 }, areas: {} }
const ant = { name: 'Ant', kind: 'member', form: 'disc', at: [150, 450], radius: 60, mark: 'A', text: 'Ant', level: 300 }
const deck = { name: 'Deck', kind: 'floor', sort: 'Floor', shape: { rect: [0, 300, 300, 300] }, foot: 300, level: 300 }
const scene = { board, parts: { deck }, pieces: { ant } } as unknown as Scene
const wide = spread(scene, (number) => `Level ${number}`)

it('lays every level beside the others, with what is on it', () => {
  expect(shiftsOf(wide.board)).toEqual([[0, 0], [900, 0], [0, 900]])
  expect([wide.board?.width, wide.board?.height]).toEqual([1500, 1500])
  expect(wide.pieces['ant']?.at).toEqual([1050, 450])
  expect(wide.parts['deck']?.shape).toEqual({ rect: [900, 300, 300, 300] })
  expect(wide.board?.areas['level 2']).toEqual({ name: 'Level 3', label: 'Level 3', kind: 'level', shape: { rect: [0, 900, 600, 600] } })
})

it('keeps the names of cells, and finds them where they lie now', () => {
  expect(spotShape(wide.board, '0,1,1')).toEqual({ rect: [900, 300, 300, 300] })
  expect(spotsAt(wide.board, [1050, 450])).toEqual(['0,1,1'])
  expect(spotAt(wide.board, [1050, 450], 300)).toBe('0,1,1')
  expect(spotsAt(wide.board, [700, 450])).toEqual([])
})

it('leaves out levels that have no cells', () => {
  const names = { '0,0,0': 'A', '0,0,2': 'B' }
  const found = spread({ ...scene, board: { ...board, grid: { ...board.grid!, names } } }, String)
  expect(shiftsOf(found.board)).toEqual([[0, 0], [0, 0], [900, 0]])
})

it('moves choices and marks along', () => {
  const option = { key: 'a', text: 'a', group: '', rules: [], place: { spot: '0,1,1', shape: { rect: [0, 300, 300, 300] }, level: 300 } }
  expect(spreadOption(wide.board!, option).place?.shape).toEqual({ rect: [900, 300, 300, 300] })
  expect(spreadOption(wide.board!, { ...option, place: { piece: 'ant' } }).place).toEqual({ piece: 'ant' })
  const ray: Mark = { kind: 'sight', shape: { line: [0, 0, 600, 0] }, text: '', heights: [450, 150] }
  expect(spreadMark(wide.board!, ray).map((mark) => mark.shape.line)).toEqual([[900, 0, 1200, 0], [300, 0, 600, 0]])
  const face: Mark = { kind: 'blocked', shape: { line: [300, 0, 300, 300] }, text: '', heights: [300, 600] }
  expect(spreadMark(wide.board!, face).map((mark) => mark.shape.line)).toEqual([[1200, 0, 1200, 300]])
  expect(spreadMark(board, ray)).toEqual([ray])
})

it('shows what happens on the level where it happens, and the same thing only once', () => {
  const glide = { id: 1, kind: 'glide' as const, piece: 'ant', points: [[0, 0], [0, 300]] as [number, number][], heights: [0, 300], ms: 1, still: false }
  const pulse = { id: 2, kind: 'pulse' as const, at: [10, 20] as [number, number], level: 300, radius: 5, tone: 'lamp' as const, ms: 1, still: false }
  const trail = { points: glide.points, heights: [300, 300], radius: 5 }
  const moving = { effects: [glide, pulse], aim: undefined, throws: [], trail, fallen: { bee: { at: [1, 2] as [number, number], level: 300, radius: 5 } }, focus: [], repeating: false }
  const found = spreadMoving(wide.board!, moving)
  expect(found.effects[0]).toMatchObject({ points: [[0, 0], [900, 300]] })
  expect(found.effects[1]).toMatchObject({ at: [910, 20] })
  expect(found.trail?.points).toEqual([[900, 0], [900, 300]])
  expect(found.fallen['bee']?.at).toEqual([901, 2])
  expect(spreadMoving(wide.board!, moving).effects[0]).toBe(found.effects[0])
})

it('moves every kind of shape', () => {
  expect(moved({ circle: [1, 2, 3] }, [10, 20])).toEqual({ circle: [11, 22, 3] })
  expect(moved({ polygon: [1, 2, 3, 4] }, [10, 20])).toEqual({ polygon: [11, 22, 13, 24] })
  expect(moved({}, [10, 20])).toEqual({})
})
