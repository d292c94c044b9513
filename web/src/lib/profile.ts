// A line of sight seen from the side: what a look says of it, cut along the line. Pure functions; lengths as in a scene.

import { heightOf, isLevelled, type Spot } from './board'
import { topOf } from './landscape'
import { inside, outline } from './relief'
import type { Board, Mark, Part, PartKind, Piece, Ray, Scene, Shape } from './types'

export type Outcome = 'clear' | 'blocked' | 'cover' | 'obscured'
/** A part that the line crosses, or that decides: how far along it, and between which heights. */
export type Slab = {
  name: string
  look: 'solid' | 'hollow' | 'floor'
  from: number
  to: number
  foot: number
  top: number
  /** What it does to a line. */
  gives?: Outcome
  /** Only another line than the first crosses it. */
  aside?: boolean
}
/** A point of the side view: how far along the line, and how high. */
export type High = [number, number]
export type Line = { outcome: Outcome; from: High; to: High; met?: High }
/** Somebody at an end of the line; a place without anybody has no piece. */
export type Figure = { from: number; to: number; foot: number; top: number; piece?: Piece }
export type Profile = { from: number; to: number; top: number; figures: Figure[]; slabs: Slab[]; lines: Line[]; outcome: Outcome; words: string[] }

/** What is looked through, or lies flat on the ground. */
const UNSEEN: readonly PartKind[] = ['opening', 'rubble', 'exit', 'dark', 'console', 'ladder']
const HOLLOW: readonly PartKind[] = ['window', 'wire', 'ramp', 'bare']
/** So far beyond both ends it goes on, and so much is shown above what is seen. */
const BEYOND = 70
const ABOVE = 130
/** Half of how thick a line between cells is, and how exactly a point lies in a part. */
const HALF = 8
const GRAZE = 0.01
const NEAR = 16
const STILL = 60

// Where two stretches cross, as shares of both.
function crossing([x1, y1]: Spot, [x2, y2]: Spot, [ax, ay]: Spot, [bx, by]: Spot): [number, number] | undefined {
  const across = (x2 - x1) * (by - ay) - (y2 - y1) * (bx - ax)
  if (across === 0) return undefined
  return [((ax - x1) * (by - ay) - (ay - y1) * (bx - ax)) / across, ((ax - x1) * (y2 - y1) - (ay - y1) * (x2 - x1)) / across]
}

/** Which stretches of a way in plan lie inside a shape, as shares of it. A way past the very end of a line does not cross it. */
export function cuts(shape: Shape, start: Spot, end: Spot): [number, number][] {
  const [[x1, y1], [x2, y2]] = [start, end]
  if (shape.line) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = shape.line
    const [along, aside] = crossing(start, end, [ax, ay], [bx, by]) ?? [-1, -1]
    const half = HALF / (Math.hypot(x2 - x1, y2 - y1) || 1)
    return along > 0 && along < 1 && aside > GRAZE && aside < 1 - GRAZE ? [[along - half, along + half]] : []
  }
  const points = outline(shape)
  const shares = [0, 1]
  points.forEach((point, i) => {
    const [along, aside] = crossing(start, end, point, points[(i + 1) % points.length] ?? point) ?? [-1, -1]
    if (along > 0 && along < 1 && aside >= 0 && aside <= 1) shares.push(along)
  })
  shares.sort((a, b) => a - b)
  const found: [number, number][] = []
  shares.slice(1).forEach((to, i) => {
    const from = shares[i] ?? 0
    const middle = (from + to) / 2
    if (to <= from || !inside(points, [x1 + (x2 - x1) * middle, y1 + (y2 - y1) * middle])) return
    const last = found.at(-1)
    if (last && last[1] === from) last[1] = to
    else found.push([from, to])
  })
  return found
}

function outcomeOf(mark: Mark, ray: Ray): Outcome {
  if (mark.kind === 'cover' || mark.kind === 'obscured') return mark.kind
  return mark.kind === 'blocked' || ray.met ? 'blocked' : 'clear'
}

/** The side view of the lines of sight among some marks; none where no line has heights. */
export function profileOf(marks: Mark[], scene: Scene): Profile | undefined {
  const sighted = marks.flatMap((mark) => (mark.ray ? [{ mark, ray: mark.ray, outcome: outcomeOf(mark, mark.ray) }] : []))
  const main = sighted[0]
  if (!main) return undefined
  const [x, y, high] = spaceOf(main.ray.start)
  const [endX, endY, endHigh] = spaceOf(main.ray.end)
  const long = Math.hypot(endX - x, endY - y)
  const [ux, uy] = long > 0 ? [(endX - x) / long, (endY - y) / long] : [1, 0]
  const along = ([px, py]: Spot): number => (px - x) * ux + (py - y) * uy
  const inView = (point: number[]): High => [along([point[0] ?? 0, point[1] ?? 0]), point[2] ?? 0]

  const figures = [main.ray.start, main.ray.end].map((end, place) => figureOf(scene, end, main.ray.bodies[place] ?? [0, 0], along))
  const from = Math.min(0, ...figures.map((figure) => figure.from)) - BEYOND
  const to = Math.max(long, ...figures.map((figure) => figure.to)) + BEYOND
  const seen = Math.max(high, endHigh, ...figures.map((figure) => figure.top))

  const slabs: Slab[] = []
  for (const { mark, ray, outcome } of sighted) {
    const [sx, sy] = spaceOf(ray.start)
    const [ex, ey] = spaceOf(ray.end)
    const wide = Math.hypot(ex - sx, ey - sy)
    const [vx, vy] = wide > 0 ? [(ex - sx) / wide, (ey - sy) / wide] : [ux, uy]
    const first: Spot = [sx + vx * from, sy + vy * from]
    const last: Spot = [sx + vx * to, sy + vy * to]
    const reach = (share: number): number => Math.round(along(between(first, last, share)))
    const crossed = (shape: Shape): [number, number][] => cuts(shape, first, last).map(([a, b]) => [reach(a), reach(b)])
    const met = ray.met && inView(ray.met)
    const meets = (slab: Slab): boolean => met !== undefined && met[0] > slab.from - NEAR && met[0] < slab.to + NEAR && met[1] > slab.foot - NEAR && met[1] < slab.top + NEAR
    const found = Object.values(scene.parts).flatMap((part) => crossed(part.shape).flatMap(([a, b]) => slabOf(part, a, b)))
    const decides = found.find((slab) => slab.look === 'solid' && meets(slab)) ?? found.find(meets)
    if (mark === main.mark) slabs.push(...found)
    if (decides) {
      const known = slabs.find((slab) => slab.name === decides.name && slab.foot === decides.foot && Math.abs(slab.from - decides.from) < STILL)
      if (known) known.gives = outcome
      else slabs.push({ ...decides, gives: outcome, aside: true })
    } else if (met) {
      // What is no part of the board, as haze or somebody, is known only by its mark.
      const other = marks.filter((one) => !one.ray && one.heights && one.kind !== 'distance')
      const hazes = other.flatMap((one) => crossed(one.shape).map(([a, b]): Slab => ({ name: one.text, look: 'hollow', from: a, to: b, foot: one.heights?.[0] ?? 0, top: one.heights?.[1] ?? 0 })))
      const haze = hazes.find(meets)
      if (haze) slabs.push({ ...haze, gives: outcome })
    }
  }
  const most = seen + ABOVE
  const shown = slabs.filter((slab) => slab.foot < most).map((slab) => ({ ...slab, top: Math.min(slab.top, most) }))
  const lines = sighted.map(({ ray, outcome }): Line => ({ outcome, from: inView(ray.start), to: inView(ray.end), ...(ray.met ? { met: inView(ray.met) } : {}) }))
  const words = [...new Set(marks.filter((mark) => !mark.ray && mark.kind !== 'distance' && mark.kind !== 'spot' && mark.kind !== 'wall').map((mark) => mark.text))]
  return { from, to, top: Math.max(seen + STILL, ...shown.map((slab) => slab.top)), figures, slabs: joined(shown), lines, outcome: main.outcome, words }
}

function spaceOf([x = 0, y = 0, height = 0]: number[]): [number, number, number] {
  return [x, y, height]
}

function between(from: Spot, to: Spot, share: number): Spot {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

function slabOf(part: Part, from: number, to: number): Slab[] {
  const foot = part.foot ?? 0
  const top = topOf(part)
  if (UNSEEN.includes(part.kind) || part.state === 'open' || part.state === 'broken' || top <= 0) return []
  const look = part.kind === 'floor' || foot === top ? 'floor' : HOLLOW.includes(part.kind) ? 'hollow' : 'solid'
  return [{ name: part.name, look, from, to, foot, top }]
}

/** Floors of one height that meet are one floor. */
function joined(slabs: Slab[]): Slab[] {
  const found: Slab[] = []
  for (const slab of [...slabs].sort((a, b) => a.from - b.from)) {
    const before = found.find((one) => slab.look === 'floor' && one.look === 'floor' && one.top === slab.top && one.foot === slab.foot && one.to >= slab.from - 1 && one.aside === slab.aside && one.gives === slab.gives)
    if (before) before.to = Math.max(before.to, slab.to)
    else found.push({ ...slab })
  }
  return found
}

function figureOf(scene: Scene, end: number[], [foot, top]: [number, number], along: (at: Spot) => number): Figure {
  const [x, y] = spaceOf(end)
  const away = (piece: Piece): number => Math.hypot(piece.at[0] - x, piece.at[1] - y)
  const [piece] = Object.values(scene.pieces)
    .filter((one) => one.kind === 'member' && away(one) <= one.radius * 1.5 && Math.abs((one.level ?? 0) - foot) <= NEAR)
    .sort((a, b) => away(a) - away(b))
  const at = along(piece?.at ?? [x, y])
  const half = piece?.radius ?? (scene.board?.grid?.size ?? STILL * 2) / 2
  return { from: at - half, to: at + half, foot, top, ...(piece ? { piece } : {}) }
}

/** How a profile lies in a picture of a width: a point of it is drawn there; heights are drawn up to twice as large as lengths. */
export type Layout = { width: number; height: number; ground: number; x: (along: number) => number; y: (height: number) => number }

const LEFT = 30
const RIGHT = 6
const TOP = 12
const BOTTOM = 10
const LOW = 84
const HIGH = 170

export function layoutOf(profile: Profile, width: number): Layout {
  const room = width - LEFT - RIGHT
  const long = profile.to - profile.from
  const wide = Math.min(room / long, HIGH / profile.top)
  const tall = Math.min(2 * wide, Math.max(wide, LOW / profile.top))
  const ground = TOP + profile.top * tall
  const left = LEFT + (room - long * wide) / 2
  return { width, height: ground + BOTTOM, ground, x: (along) => left + (along - profile.from) * wide, y: (height) => ground - height * tall }
}

/** The heights to be written beside it: those one stands on, as the board says them. */
export function ticksOf(profile: Profile, board: Board | undefined): { height: number; words: string }[] {
  const feet = [0, ...profile.figures.map((figure) => figure.foot), ...profile.slabs.filter((slab) => slab.look === 'floor').map((slab) => slab.top)]
  const size = board?.grid?.size ?? 1
  const found = [...new Set(feet)].filter((height) => height < profile.top && (!isLevelled(board) || height % size === 0)).sort((a, b) => a - b)
  return found.map((height) => ({ height, words: isLevelled(board) ? String(1 + height / size) : heightOf(board, height) }))
}
