// Where labels are written on a board: one pass for all, in which none covers another, a piece or the edge.

import { boxOf, cornerOf, type Box, type Spot } from './board'
import type { Shape } from './types'

/** A label that wants a place: how large it is on the screen, and the middles it may have, the best first. */
export type Want = {
  id: string
  /** In pixels. */
  width: number
  height: number
  spots: Spot[]
  /** Rather left out than over something. */
  optional?: boolean
  /** Not nearer to another label of the same flock than `apart`. */
  flock?: string
  apart?: number
}
export type Put = { id: string; at: Spot; box: Box }

export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return wide > 0 && high > 0 ? wide * high : 0
}

/** Place labels one after the other; a pixel is `inv` units of the board. */
export function place(wants: Want[], taken: Box[], inv: number, frame: Box): Put[] {
  const full = [...taken]
  const found: (Put & { flock: string | undefined })[] = []
  for (const want of wants) {
    const [width, height] = [want.width * inv, want.height * inv]
    const boxes = want.spots.map((at) => within({ x: at[0] - width / 2, y: at[1] - height / 2, width, height }, frame))
    const best = leastCovered(boxes, full)
    if (!best || (want.optional && best.covered > 0)) continue
    const at: Spot = [best.box.x + width / 2, best.box.y + height / 2]
    const apart = want.apart ?? 0
    if (found.some((other) => want.flock !== undefined && other.flock === want.flock && Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < apart)) continue
    full.push(best.box)
    found.push({ id: want.id, at, box: best.box, flock: want.flock })
  }
  return found.map(({ id, at, box }) => ({ id, at, box }))
}

function within(box: Box, frame: Box): Box {
  return {
    ...box,
    x: Math.max(frame.x, Math.min(box.x, frame.x + frame.width - box.width)),
    y: Math.max(frame.y, Math.min(box.y, frame.y + frame.height - box.height)),
  }
}

function leastCovered(boxes: Box[], full: Box[]): { box: Box; covered: number } | undefined {
  let best: { box: Box; covered: number } | undefined
  for (const box of boxes) {
    const covered = full.reduce((sum, other) => sum + overlap(box, other), 0)
    if (!best || covered < best.covered) best = { box, covered }
    if (covered === 0) break
  }
  return best
}

/** Places inside of an area for a label of a size in units: the upper left corner, then along the upper edge, the lower one, and the left. */
export function edgesOf(shape: Shape, width: number, height: number, inset: number): Spot[] {
  const { x, y, width: wide, height: high } = boxOf(shape)
  const [left, top] = cornerOf(shape)
  const rooms = Math.max(0, wide - width - 2 * inset)
  const [upper, lower] = [y + inset + height / 2, y + high - inset - height / 2]
  const shares = [1, 0, 0.25, 0.5, 0.75]
  const across = (at: number): Spot[] => shares.map((share) => [x + inset + width / 2 + rooms * share, at])
  const down = [0.25, 0.5, 0.75].map<Spot>((share) => [x + inset + width / 2, upper + (lower - upper) * share])
  return [[left + inset + width / 2, top + inset + height / 2], ...across(upper), ...across(lower), ...down]
}

/** Nine places on a floor: its corners, the middles of its edges, its middle. */
export function ninth(box: Box, width: number, height: number): Spot[] {
  const at = (u: number, v: number): Spot => [box.x + width / 2 + (box.width - width) * u, box.y + height / 2 + (box.height - height) * v]
  return [[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0], [0, 0.5], [1, 0.5], [0.5, 1], [0.5, 0.5]].map(([u = 0, v = 0]) => at(u, v))
}
