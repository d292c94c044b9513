import { describe, expect, it } from 'vitest'
import {
  bearing, boxOf, byPlace, centreOf, CLOSEST, cornerOf, facingPath, FARTHEST, formPath, frameOf, gridPath, kept, neighbour, onBoard, pathOf,
  outlineOf, pinched, placeKey, sectorPath, showing, spotAt, spotsAt, spotShape, transformOf, WHOLE, zoomed, type Spot, type View,
} from './board'
import { spotWords } from './boardwords'
import { aroundOf, placesOf } from './pointing'
import { spotsOf } from './targets'
import type { Board, Scene } from './types'

const board: Board = { name: 'deck', unit: 'square', width: 1500, height: 1300, grid: { size: 100, columns: 15, rows: 13 }, areas: {} }
const frame = frameOf(board)

function drawn(view: View, [x, y]: Spot): Spot {
  return [x * view.scale + view.x, y * view.scale + view.y]
}

describe('pan and zoom', () => {
  it('holds the point under the pointer when zooming', () => {
    const view = { x: 30, y: -20, scale: 1.5 }
    const at: Spot = [400, 300]
    const there = onBoard(view, at)
    const after = drawn(zoomed(view, 1.7, at), there)
    expect(after[0]).toBeCloseTo(at[0])
    expect(after[1]).toBeCloseTo(at[1])
  })

  it('zooms no farther than its limits', () => {
    expect(zoomed(WHOLE, 100, [0, 0]).scale).toBe(CLOSEST)
    expect(zoomed(WHOLE, 0.001, [0, 0]).scale).toBe(FARTHEST)
  })

  it('keeps what is under two fingers under them', () => {
    const view = { x: 10, y: 10, scale: 1 }
    const from: [Spot, Spot] = [[100, 100], [300, 100]]
    const to: [Spot, Spot] = [[50, 200], [450, 200]]
    const after = pinched(view, from, to)
    from.forEach((finger, index) => {
      const point = drawn(after, onBoard(view, finger))
      expect(point[0]).toBeCloseTo(to[index]![0])
      expect(point[1]).toBeCloseTo(to[index]![1])
    })
  })

  it('never loses the board', () => {
    for (const scale of [FARTHEST, 1, 3, CLOSEST]) {
      for (const [x, y] of [[1e6, 1e6], [-1e6, -1e6], [1e6, -1e6]] as Spot[]) {
        const view = kept({ x, y, scale }, frame)
        const [left, top] = drawn(view, [0, 0])
        const [right, bottom] = drawn(view, [board.width, board.height])
        expect(Math.min(right, frame.x + frame.width) - Math.max(left, frame.x)).toBeGreaterThan(100)
        expect(Math.min(bottom, frame.y + frame.height) - Math.max(top, frame.y)).toBeGreaterThan(100)
      }
    }
    expect(kept(WHOLE, frame)).toEqual(WHOLE)
  })

  it('moves just enough to show a point', () => {
    for (const at of [[700, 600], [50, 50], [1450, 1250]] as Spot[]) expect(showing(WHOLE, frame, at)).toEqual(WHOLE)
    const view = showing({ x: 0, y: 0, scale: 4 }, frame, [1400, 1200])
    const [x, y] = drawn(view, [1400, 1200])
    expect(x).toBeLessThan(frame.x + frame.width)
    expect(y).toBeLessThan(frame.y + frame.height)
  })

  it('writes a transform', () => {
    expect(transformOf({ x: 1.23456, y: 2, scale: 0.5 })).toBe('translate(1.235 2) scale(0.5)')
  })
})

describe('shapes', () => {
  it('draws each kind', () => {
    expect(pathOf({ rect: [100, 200, 50, 60] })).toBe('M100 200h50v60h-50z')
    expect(pathOf({ line: [0, 0, 100, 0] })).toBe('M0 0L100 0')
    expect(pathOf({ line: [0, 0, 100, 0] }, 5)).toBe('M0 5L100 5L100 -5L0 -5z')
    expect(pathOf({ polygon: [0, 0, 10, 0, 10, 10] })).toBe('M0 0L10 0L10 10z')
    expect(pathOf({ circle: [50, 50, 10] })).toBe('M40 50a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z')
    expect(pathOf({})).toBe('')
  })

  it('knows boxes and middles', () => {
    expect(boxOf({ line: [100, 50, 100, 150] })).toEqual({ x: 100, y: 50, width: 0, height: 100 })
    expect(centreOf({ polygon: [0, 0, 100, 0, 100, 50, 0, 50] })).toEqual([50, 25])
    expect(centreOf({ circle: [5, 6, 7] })).toEqual([5, 6])
    expect(cornerOf({ polygon: [0, 50, 40, 50, 40, 10, 90, 10, 90, 90, 0, 90] })).toEqual([40, 10])
    expect(cornerOf({ rect: [3, 4, 5, 6] })).toEqual([3, 4])
  })

  it('gives every form of a piece an outline of its own', () => {
    const forms = (['disc', 'square', 'diamond', 'hexagon'] as const).map((form) => formPath(form, [50, 50], 40))
    expect(new Set(forms).size).toBe(4)
  })

  it('draws what is no disc as long and wide as it is, turned to where it faces', () => {
    const hull = { form: 'disc', at: [500, 500] as Spot, radius: 40, size: [200, 100] as Spot } as const
    expect(outlineOf(hull)).toBe('M400 450L600 450L600 550L400 550z')
    expect(outlineOf({ ...hull, facing: 90 })).toBe('M450 600L450 400L550 400L550 600z')
    expect(outlineOf({ form: 'disc', at: [500, 500], radius: 40 })).toBe(formPath('disc', [500, 500], 40))
    // Upwards on the page: the tip of the notch is the highest point of all.
    expect(facingPath({ at: [500, 500], radius: 100, facing: 90 })).toBe('M478 392L500 366L522 392z')
  })
})

describe('places', () => {
  it('names them as the server does', () => {
    expect(placeKey({ piece: 'tilt' })).toBe('piece tilt')
    expect(placeKey({ part: 'A01' })).toBe('part A01')
    expect(placeKey({ spot: '7,3' })).toBe('spot 7,3')
    expect(placeKey({})).toBeUndefined()
  })

  it('finds cells by point and by name', () => {
    expect(spotAt(board, [750, 399])).toBe('7,3')
    expect(spotAt(board, [-1, 50])).toBeUndefined()
    expect(spotAt(board, [1500, 50])).toBeUndefined()
    expect(spotShape(board, '7,3')).toEqual({ rect: [700, 300, 100, 100] })
    expect(spotShape(board, '15,0')).toBeUndefined()
    expect(spotShape(board, 'gate')).toBeUndefined()
    expect(gridPath(board).match(/M/g)).toHaveLength(14 + 12)
  })

  it('knows the levels of a cell where cells lie over each other', () => {
    const cubes: Board = { ...board, unit: 'cube', grid: { size: 100, columns: 8, rows: 8, levels: 3 } }
    expect(spotsAt(cubes, [750, 399])).toEqual(['7,3,0', '7,3,1', '7,3,2'])
    expect(spotAt(cubes, [750, 399])).toBe('7,3,0')
    expect(spotAt(cubes, [750, 399], 100)).toBe('7,3,1')
    expect(spotAt(cubes, [750, 399], 900)).toBe('7,3,2')
    expect(spotShape(cubes, '7,3,2')).toEqual({ rect: [700, 300, 100, 100] })
    expect([spotShape(cubes, '7,3,3'), spotShape(cubes, '7,3'), spotShape(board, '7,3,0')]).toEqual([undefined, undefined, undefined])
    expect(spotWords(cubes, '7,3,2')).toBe('cube 7,3, level 2')
    expect(spotWords(board, '7,3')).toBe('square 7,3')
    expect(spotWords(board, '7.50,3.25')).toBe('7.50,3.25')
  })

  it('means every level below the pointer, and the one of a piece that was pressed', () => {
    const cubes: Board = { ...board, grid: { size: 100, columns: 8, rows: 8, levels: 2 } }
    const ant = { name: 'Ant', kind: 'member', form: 'disc', at: [750, 350], radius: 40, mark: 'A', text: 'Ant', level: 100 }
    const scene = { board: cubes, parts: {}, pieces: { ant } } as unknown as Scene
    expect(placesOf(scene, undefined, [750, 350])).toEqual(['spot 7,3,0', 'spot 7,3,1'])
    expect(placesOf(scene, 'piece ant', [750, 350])).toEqual(['piece ant', 'spot 7,3,1'])
    expect(aroundOf(scene, ['spot 7,3,1'])).toEqual(['piece ant'])
    expect(aroundOf(scene, ['spot 7,3,0'])).toEqual([])
    expect(spotsOf(cubes, [], true)).toHaveLength(8 * 8 * 2)
  })

  it('gathers the options of a place', () => {
    const option = (key: string, place?: object) => ({ key, text: key, group: '', rules: [], ...(place ? { place } : {}) })
    const found = byPlace([option('a', { piece: 'tilt' }), option('pass'), option('b', { spot: '1,1' }), option('c', { piece: 'tilt' })])
    expect(found.get('piece tilt')?.map((one) => one.key)).toEqual(['a', 'c'])
    expect(found.get('spot 1,1')?.map((one) => one.key)).toEqual(['b'])
    expect(found.size).toBe(2)
  })

  it('goes to the nearest neighbour in a direction', () => {
    const at = (key: string, x: number, y: number) => ({ key, at: [x, y] as Spot })
    const from = at('from', 500, 500)
    const targets = [from, at('near', 600, 500), at('far', 900, 500), at('slanted', 580, 640), at('above', 500, 100), at('behind', 400, 500)]
    expect(neighbour(targets, from, 'right')?.key).toBe('near')
    expect(neighbour(targets, from, 'up')?.key).toBe('above')
    expect(neighbour(targets, from, 'left')?.key).toBe('behind')
    expect(neighbour(targets, from, 'down')?.key).toBe('slanted')
    expect(neighbour([from], from, 'down')).toBeUndefined()
    expect(neighbour([from, at('spot', 600, 500), at('piece', 600, 500)], from, 'right')?.key).toBe('piece')
  })
})

describe('directions', () => {
  it('counts degrees from the right, against the clock, as y grows downwards', () => {
    const ends: Spot[] = [[9, 5], [5, 1], [1, 5], [5, 9], [9, 9]]
    expect(ends.map((end) => bearing([5, 5], end))).toEqual([0, 90, 180, 270, 315])
  })

  it('draws what somebody sees as a part of a disc', () => {
    expect(sectorPath([100, 100], 90, 90, 100)).toBe('M100 100L29.289 29.289A100 100 0 0 1 170.711 29.289z')
    expect(sectorPath([0, 0], 0, 270, 10)).toContain('A10 10 0 1 1')
  })
})
