// Where something floats over a board: beside what it is about, on no name, and on as little else as can be.

import type { Box, Spot } from './board'
import { overlap } from './labels'
import type { Point, Scene } from './types'

/** What there is on the screen: all in pixels, counted from the corner of the board's place. */
export type Field = {
  width: number
  height: number
  /** What is written on the board: none of it may be covered. */
  names: Box[]
  pieces: Box[]
  /** What it is about, and from where that is aimed at. */
  target?: Box | undefined
  from?: Spot | undefined
  /** Where it lies already: it moves only if that is worth it. */
  now?: Spot | undefined
}

const GAP = 12
/** How far from the target all around is tried first, and how close together the places are that are tried then. */
const RINGS = [GAP, 50, 110]
const GRID = 24
/** What it costs to lie on something; one for so many pixels farther away, and for a fifth of the line of fire. */
const NEAR = 110
const NAME = 100
const PIECE = 3
const TARGET = 50
const STAYS = 4
const ALONG = [0.2, 0.4, 0.6, 0.8, 0.95]

/** The place for something of a size; without a target at the upper edge, if no name is there. */
export function placeBeside(width: number, height: number, field: Field): Box {
  const within = ([x, y]: Spot): Box => ({
    x: Math.max(GAP, Math.min(x, field.width - width - GAP)),
    y: Math.max(GAP, Math.min(y, field.height - height - GAP)),
    width,
    height,
  })
  const wanted = field.target ?? { x: field.width / 2, y: 0, width: 0, height: 0 }
  const line = field.target && field.from ? between(field.from, middleOf(field.target)) : []
  const cost = (box: Box): number => {
    const wide = { x: box.x - GAP / 2, y: box.y - GAP / 2, width: width + GAP, height: height + GAP }
    const covers = (other: Box): boolean => overlap(wide, other) > 0
    // Where there is no room beside the target, as little of it as can be.
    const share = field.target ? overlap(wide, field.target) / (field.target.width * field.target.height || 1) : 0
    return (
      NAME * field.names.filter(covers).length + TARGET * share + PIECE * field.pieces.filter(covers).length +
      line.filter((spot) => isIn(spot, box)).length + apart(box, wanted) / NEAR
    )
  }
  const near = field.target ? RINGS.flatMap((far) => around(field.target!, width, height, far)) : [[wanted.x - width / 2, GAP] as Spot]
  const best = cheapest([...near, ...everywhere(field)].map(within), cost)
  const now = field.now && within(field.now)
  return now && cost(now) <= cost(best) + STAYS ? now : best
}

function cheapest(boxes: Box[], costOf: (box: Box) => number): Box {
  const all = boxes.map((box) => ({ box, cost: costOf(box) }))
  return all.reduce((least, one) => (one.cost < least.cost ? one : least)).box
}

function middleOf(box: Box): Spot {
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** How far two boxes are from each other. */
function apart(a: Box, b: Box): number {
  const across = Math.max(0, b.x - a.x - a.width, a.x - b.x - b.width)
  const down = Math.max(0, b.y - a.y - a.height, a.y - b.y - b.height)
  return Math.hypot(across, down)
}

function isIn([x, y]: Spot, box: Box): boolean {
  return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
}

function between(from: Spot, to: Spot): Spot[] {
  return ALONG.map((share) => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
}

/** Corners of a box of this size all around another, so far away from it. */
function around(target: Box, width: number, height: number, far: number): Spot[] {
  const [x, y] = middleOf(target)
  const [left, middle, right] = [target.x - far - width, x - width / 2, target.x + target.width + far]
  const [top, level, bottom] = [target.y - far - height, y - height / 2, target.y + target.height + far]
  return [[right, level], [left, level], [middle, top], [middle, bottom], [right, top], [left, top], [right, bottom], [left, bottom]]
}

function everywhere({ width, height }: Field): Spot[] {
  const [columns, rows] = [Math.ceil(width / GRID), Math.ceil(height / GRID)]
  return Array.from({ length: columns * rows }, (_, index) => [(index % columns) * GRID, Math.floor(index / columns) * GRID])
}

/** Where a point of the board is on the screen, counted from the corner of a layer over it; `scale`: pixels of a hundredth. */
export function spotOver(layer: HTMLElement | undefined, [x, y]: Point): { x: number; y: number; scale: number } | undefined {
  const matrix = layer?.parentElement?.querySelector<SVGGElement>('svg.live > .world')?.getScreenCTM()
  if (!layer || !matrix) return undefined
  const box = layer.getBoundingClientRect()
  return { x: matrix.a * x + matrix.c * y + matrix.e - box.left, y: matrix.b * x + matrix.d * y + matrix.f - box.top, scale: Math.hypot(matrix.a, matrix.b) }
}

/** The room on the screen of something round on the board. */
export function boxOver(layer: HTMLElement, at: Point, radius: number): Box | undefined {
  const spot = spotOver(layer, at)
  const far = radius * (spot?.scale ?? 0)
  return spot && { x: spot.x - far, y: spot.y - far, width: 2 * far, height: 2 * far }
}

/** What there is under a layer over the board, with something at a point that is the target. */
export function fieldUnder(layer: HTMLElement, scene: Scene, target: { at: Point; radius: number } | undefined, from?: Point): Field {
  const { left, top } = layer.getBoundingClientRect()
  const written = [...(layer.parentElement?.querySelectorAll('.labels .fixed, .flags .same') ?? [])].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x: x - left, y: y - top, width, height }
  })
  const aimed = from && spotOver(layer, from)
  return {
    width: layer.clientWidth,
    height: layer.clientHeight,
    names: written,
    pieces: Object.values(scene.pieces).flatMap((piece) => boxOver(layer, piece.at, piece.radius) ?? []),
    target: target && boxOver(layer, target.at, target.radius),
    from: aimed && [aimed.x, aimed.y],
  }
}
