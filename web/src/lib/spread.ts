// The levels of a board beside each other: a second view of the same scene, for whoever wants to see all of them at once.

import type { Spot } from './board'
import type { Moving } from './motion/gliding'
import type { Effect } from './motion/queue.svelte'
import type { Drawn } from './rays'
import type { Area, Board, Option, Place, Scene, Shape } from './types'

/** A board whose levels lie beside each other: how far each is moved. */
export type SpreadBoard = Board & { shifts: Spot[] }

/** How far each level of a board is moved, where they lie beside each other. */
export function shiftsOf(board: Board | undefined): Spot[] | undefined {
  return (board as Partial<SpreadBoard> | undefined)?.shifts
}

// As many levels beside each other as rows of them, or one more; with half a cell between them. What is not drawn lies with the next below.
function layout(board: Board): { shifts: Spot[]; drawn: number[]; width: number; height: number } {
  const { size = 100, levels = 1, names } = board.grid ?? {}
  const found = new Set(names ? Object.keys(names).map((spot) => Number(spot.split(',')[2])) : Array.from({ length: levels }, (_, level) => level))
  const drawn = [...found].sort((a, b) => a - b)
  const across = Math.ceil(Math.sqrt(drawn.length))
  const [wide, high] = [board.width + size, board.height + size]
  const shifts = Array.from({ length: levels }, (_, level): Spot => {
    const place = Math.max(0, drawn.filter((one) => one <= level).length - 1)
    return [(place % across) * wide, Math.floor(place / across) * high]
  })
  return { shifts, drawn, width: across * wide - size, height: Math.ceil(drawn.length / across) * high - size }
}

function shiftAt(shifts: Spot[], size: number, height: number): Spot {
  return shifts[Math.max(0, Math.min(shifts.length - 1, Math.floor(height / size)))] ?? [0, 0]
}

/** A shape somewhere else. */
export function moved(shape: Shape, [dx, dy]: Spot): Shape {
  const pairs = (flat: number[], count = flat.length): number[] => flat.map((value, i) => (i < count ? value + (i % 2 === 0 ? dx : dy) : value))
  if (shape.line) return { line: pairs(shape.line) }
  if (shape.polygon) return { polygon: pairs(shape.polygon) }
  if (shape.circle) return { circle: pairs(shape.circle, 2) }
  return shape.rect ? { rect: pairs(shape.rect, 2) } : shape
}

/** The scene with its levels beside each other; `name`: what a level is called. */
export function spread(scene: Scene, name: (number: number) => string): Scene {
  if (!scene.board?.grid) return scene
  const { size } = scene.board.grid
  const { shifts, drawn, width, height } = layout(scene.board)
  const by = (high = 0): Spot => shiftAt(shifts, size, high)
  const levels = drawn.map((level): [string, Area] => {
    const [x, y] = shifts[level] ?? [0, 0]
    const shape = { rect: [x, y, scene.board?.width ?? 0, scene.board?.height ?? 0] }
    return [`level ${level}`, { name: name(level + 1), label: name(level + 1), kind: 'level', shape }]
  })
  const board: SpreadBoard = { ...scene.board, width, height, shifts, areas: { ...Object.fromEntries(levels), ...scene.board.areas } }
  return {
    ...scene,
    board,
    parts: mapped(scene.parts, (part) => ({ ...part, shape: moved(part.shape, by(part.foot)) })),
    pieces: mapped(scene.pieces, (piece) => {
      const [dx, dy] = by(piece.level)
      return { ...piece, at: [piece.at[0] + dx, piece.at[1] + dy] }
    }),
  }
}

function mapped<T>(all: Record<string, T>, change: (one: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([id, one]) => [id, change(one)]))
}

/** A place on a board whose levels lie beside each other. */
export function spreadPlace(board: Board, place: Place): Place {
  const shifts = shiftsOf(board)
  if (!shifts || !place.shape) return place
  return { ...place, shape: moved(place.shape, shiftAt(shifts, board.grid?.size ?? 1, place.level ?? 0)) }
}

export function spreadOption(board: Board, option: Option): Option {
  return option.place ? { ...option, place: spreadPlace(board, option.place) } : option
}

/** A mark, a piece of it on each level that it runs through. */
export function spreadMark(board: Board, mark: Drawn): Drawn[] {
  const shifts = shiftsOf(board)
  const size = board.grid?.size ?? 1
  if (!shifts) return [mark]
  const [from, to] = mark.heights ?? [0, 0]
  if (!mark.shape.line || mark.kind === 'wall' || (mark.kind === 'blocked' && !mark.ray)) return [{ ...mark, shape: moved(mark.shape, shiftAt(shifts, size, Math.min(from, to))) }]
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = mark.shape.line
  const cuts = shifts.map((_, level) => (level * size - from) / (to - from || 1)).filter((share) => share > 0 && share < 1 && from !== to)
  const shares = [0, ...cuts.sort((a, b) => a - b), 1]
  return shares.slice(1).map((end, i) => {
    const begin = shares[i] ?? 0
    const at = (share: number): Spot => [Math.round(x1 + (x2 - x1) * share), Math.round(y1 + (y2 - y1) * share)]
    const middle = from + ((to - from) * (begin + end)) / 2
    return { ...mark, ...(end < 1 ? { passes: true } : {}), shape: moved({ line: [...at(begin), ...at(end)] }, shiftAt(shifts, size, middle)) }
  })
}

/** A way, each point on its level. */
export function spreadWay(board: Board, points: Spot[], heights: number[]): Spot[] {
  const shifts = shiftsOf(board)
  if (!shifts) return points
  return points.map(([x, y], index) => {
    const [dx, dy] = shiftAt(shifts, board.grid?.size ?? 1, heights[index] ?? 0)
    return [x + dx, y + dy]
  })
}

// The same thing stays the same thing: what is being shown must not begin again because something else has begun.
const known = new WeakMap<object, object>()

function once<T extends object>(one: T, change: (one: T) => T): T {
  const found = (known.get(one) as T | undefined) ?? change(one)
  known.set(one, found)
  return found
}

/** What happens on a board whose levels lie beside each other: everything on its level. */
export function spreadMoving(board: Board, moving: Moving): Moving {
  const at = (point: Spot, level = 0): Spot => spreadWay(board, [point], [level])[0] ?? point
  const effect = (one: Effect): Effect => {
    if (one.kind === 'shake') return one
    if (one.kind === 'glide') return { ...one, points: spreadWay(board, one.points, one.heights) }
    if (one.kind === 'shot') return { ...one, from: at(one.from, one.levels[0]), to: at(one.to, one.levels[1]) }
    if (one.kind === 'part') return { ...one, shape: moved(one.shape, at([0, 0], one.level)) }
    return { ...one, at: at(one.at, one.level) }
  }
  const { aim, trail } = moving
  return {
    effects: moving.effects.map((one) => once(one, effect)),
    aim: aim && once(aim, (one) => ({ ...one, from: at(one.from, one.levels[0]), to: at(one.to, one.levels[1]) })),
    throws: moving.throws.map((one) => (one.at ? { ...one, at: at(one.at, one.level) } : one)),
    trail: trail && { ...trail, points: spreadWay(board, trail.points, trail.heights) },
    fallen: mapped(moving.fallen, (one) => ({ ...one, at: at(one.at, one.level) })),
    focus: undefined,
    repeating: moving.repeating,
  }
}
