// Where thrown dice lie over a board: beside their target, on no name, and on as little else as can be.

import type { Box, Spot } from '../board'
import { overlap } from '../labels'

/** What there is on the screen: all in pixels, counted from the corner of the board's place. */
export type Field = {
  width: number
  height: number
  /** What is written on the board: none of it may be covered. */
  names: Box[]
  pieces: Box[]
  /** Whom the dice are about, and from where it is aimed at. */
  target?: Box | undefined
  from?: Spot | undefined
}

const GAP = 12
/** How far from the target is tried first, and how close together all other places are. */
const RINGS = [GAP, 50, 110]
const GRID = 24
/** So many pixels farther away are as bad as one piece that is covered. */
const NEAR = 90
const NAME = 100
const TARGET = 50
const ALONG = [0.2, 0.4, 0.6, 0.8, 0.95]

/** The place for dice of a size; without a target at the upper edge, if no name is there. */
export function trayPlace(width: number, height: number, field: Field): Box {
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
    return (
      NAME * field.names.filter(covers).length + (field.target && covers(field.target) ? TARGET : 0) + field.pieces.filter(covers).length +
      line.filter((spot) => isIn(spot, box)).length + apart(box, wanted) / NEAR
    )
  }
  const near = field.target ? RINGS.flatMap((far) => around(field.target!, width, height, far)) : [[wanted.x - width / 2, GAP] as Spot]
  const first = cheapest(near.map(within), cost)
  return first.cost < NAME ? first.box : cheapest([first.box, ...everywhere(field).map(within)], cost).box
}

function cheapest(boxes: Box[], costOf: (box: Box) => number): { box: Box; cost: number } {
  const all = boxes.map((box) => ({ box, cost: costOf(box) }))
  return all.reduce((least, one) => (one.cost < least.cost ? one : least))
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
