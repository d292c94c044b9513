// The geometry of tokens: their forms about their own middle, the ring of wounds, the veil, bars of height, and where a sign finds room.

import type { Spot } from './board'
import type { Form, Goal, Piece, PieceKind } from './types'

/** More wounds than these share segments. */
export const MOST = 16
/** How much of a segment is drawn: the rest is the gap to the next. */
const DRAWN = 0.8
/** One bar of height for so many hundredths, and at most so many bars. */
const BAR = 150
const BARS = 4

/** The corners of a form of radius 1, clockwise from its upper left one; a disc has none. */
const CORNERS: Record<Exclude<Form, 'disc'>, Spot[]> = {
  square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
  diamond: [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  hexagon: [[-0.525, -0.909], [0.525, -0.909], [1.05, 0], [0.525, 0.909], [-0.525, 0.909], [-1.05, 0]],
}

function written(points: Spot[]): string {
  return `M${points.map(([x, y]) => `${+x.toFixed(2)} ${+y.toFixed(2)}`).join('L')}z`
}

/** The hull of a piece that is longer than wide, or faces somewhere; what is as long as wide stands on a square. */
export function hullOf({ size, facing }: Pick<Piece, 'size' | 'facing'>): { length: number; width: number } | undefined {
  const [length = 0, width = 0] = size ?? []
  return size && (length !== width || facing !== undefined) ? { length, width } : undefined
}

/** The form and the radius of the foot that a piece stands on. */
export function footOf(piece: Pick<Piece, 'form' | 'radius' | 'size' | 'facing'>): { form: Form; radius: number } {
  const [length = 0] = piece.size ?? []
  return piece.size && !hullOf(piece) ? { form: 'square', radius: length / 2 / 0.9 } : { form: piece.form, radius: piece.radius }
}

/** The least radius on the screen in pixels: no member is under 26 across, and no letter on a plate under 11. */
export function leastOf(kind: PieceKind, form: Form): number {
  if (kind !== 'member') return kind === 'objective' ? 16 : 11
  return form === 'square' || form === 'hexagon' ? 14.5 : 13
}

/** The outline of a form about 0,0, clockwise from the middle of its top: a ring along it drains from there. */
export function rimPath(form: Form, radius: number): string {
  if (form === 'disc') return `M0 ${-radius}A${radius} ${radius} 0 0 1 0 ${radius}A${radius} ${radius} 0 0 1 0 ${-radius}z`
  const corners = CORNERS[form].map(([x, y]): Spot => [x * radius, y * radius])
  const [first = [0, 0], ...rest] = corners
  return form === 'diamond' ? written(corners) : written([[0, first[1]], ...rest, first])
}

/** How many segments a ring has, and how many of them are lost: never all while a wound is left, and never none once one is gone. */
export function segments([left, most]: readonly number[]): { all: number; lost: number } {
  const [alive = 0, full = 0] = [left, most]
  const all = Math.min(MOST, Math.max(0, full))
  if (alive <= 0 || all === 0) return { all, lost: all }
  if (alive >= full) return { all, lost: 0 }
  const lost = Math.round(((full - alive) * all) / full)
  return { all, lost: Math.min(all - 1, Math.max(1, lost)) }
}

/** The dashes of a ring of so many segments, the first of them lost: as many numbers whatever is lost, so that it can drain smoothly. */
export function dashes({ all, lost }: { all: number; lost: number }): string {
  return Array.from({ length: all }, (_, index) => (index < lost ? '0 1' : `${DRAWN} ${+(1 - DRAWN).toFixed(2)}`)).join(' ')
}

/** What lies below a line so far down of a form (a share of its radius). */
export function veilPath(form: Form, radius: number, from: number): string {
  const y = from * radius
  if (form === 'disc') {
    const half = +Math.sqrt(Math.max(0, radius * radius - y * y)).toFixed(2)
    return `M${-half} ${y}A${radius} ${radius} 0 0 0 ${half} ${y}z`
  }
  const corners = CORNERS[form].map(([cx, cy]): Spot => [cx * radius, cy * radius])
  const kept: Spot[] = []
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a
    if (a[1] >= y) kept.push(a)
    if (a[1] >= y !== b[1] >= y) {
      const share = (y - a[1]) / (b[1] - a[1])
      kept.push([a[0] + share * (b[0] - a[0]), y])
    }
  })
  return kept.length > 2 ? written(kept) : ''
}

/** The notch outside the rim, seen to the right: it is turned to where a piece faces. */
export function notchPath(rim: number, radius: number): string {
  return written([[rim * 1.1, -0.34 * radius], [rim * 1.1 + 0.38 * radius, 0], [rim * 1.1, 0.34 * radius]])
}

/** The deck of a hull as it is seen from above, to the right: it narrows to its front. */
export function hullPath(length: number, width: number): string {
  return written([
    [-0.47 * length, -0.33 * width], [0.3 * length, -0.33 * width], [0.48 * length, -0.18 * width],
    [0.48 * length, 0.18 * width], [0.3 * length, 0.33 * width], [-0.47 * length, 0.33 * width],
  ])
}

/** How many bars say a height. */
export function barsOf(level: number | undefined): number {
  return level === undefined || level <= 0 ? 0 : Math.min(BARS, Math.max(1, Math.round(level / BAR)))
}

/** The emptiest of twelve places on a ring: the farthest from the rims of all that stand about, the first of equals. */
export function emptiest(at: Spot, ring: number, others: Pick<Piece, 'at' | 'radius'>[]): Spot {
  let best: Spot = at
  let room = -Infinity
  for (let step = 0; step < 12; step += 1) {
    const angle = (step * Math.PI) / 6
    const spot: Spot = [at[0] + ring * Math.cos(angle), at[1] + ring * Math.sin(angle)]
    const free = Math.min(...others.map((other) => Math.hypot(other.at[0] - spot[0], other.at[1] - spot[1]) - other.radius), 1e6)
    if (free > room + 12) [best, room] = [spot, free]
  }
  return best
}

/** Whether something stands on a plate: its letter is hidden then. */
export function isCovered(plate: Pick<Piece, 'at' | 'radius'>, others: Pick<Piece, 'at' | 'radius'>[]): boolean {
  return others.some((other) => Math.hypot(other.at[0] - plate.at[0], other.at[1] - plate.at[1]) < other.radius + plate.radius * 0.3)
}

/** Pieces in the order in which they are drawn: what lies there first, then by height, the large before the small. */
export function stacked(pieces: Record<string, Piece>): [string, Piece][] {
  const stands = (piece: Piece): number => (piece.kind === 'member' ? 1 : 0)
  return Object.entries(pieces).sort(([, a], [, b]) => stands(a) - stands(b) || (a.level ?? 0) - (b.level ?? 0) || b.radius - a.radius)
}

/** Whether the goal says that what was to be done at a piece is done. */
export function isDone(goal: Goal | undefined, piece: string): boolean {
  return goal?.marks.some((mark) => mark.done && mark.place?.piece === piece) ?? false
}
