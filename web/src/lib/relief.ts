// Light and height in a plan: outlines, what they sweep, which edges the lamp meets, smooth lines. Pure functions; lengths as in a scene.

import type { Box, Spot } from './board'
import type { Shape } from './types'

/** How far a shadow falls to the right and down for each unit of height: the lamp hangs north-west of the board. */
export const LIGHT: Spot = [0.3, 0.4]
/** Half the thickness of what is only a line in a scene, between cells of one unit. */
const HALF = 7
const CORNERS = 24

export function pairsOf(flat: number[]): Spot[] {
  const found: Spot[] = []
  for (let i = 0; i + 1 < flat.length; i += 2) found.push([flat[i] ?? 0, flat[i + 1] ?? 0])
  return found
}

/** The corners of a shape, one after the other; a line is as thick as twice `half`. */
export function outline(shape: Shape, half = HALF): Spot[] {
  if (shape.rect) {
    const [x = 0, y = 0, width = 0, height = 0] = shape.rect
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
  }
  if (shape.circle) {
    const [x = 0, y = 0, radius = 0] = shape.circle
    return Array.from({ length: CORNERS }, (_, i) => {
      const angle = (i * 2 * Math.PI) / CORNERS
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
  }
  if (shape.line) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = shape.line
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    const nx = (-(y2 - y1) / length) * half
    const ny = ((x2 - x1) / length) * half
    return [[x1 + nx, y1 + ny], [x2 + nx, y2 + ny], [x2 - nx, y2 - ny], [x1 - nx, y1 - ny]]
  }
  return pairsOf(shape.polygon ?? [])
}

const short = (value: number): number => Math.round(value * 10) / 10

/** Points as the path of an SVG. */
export function ring(points: Spot[], closed = true): string {
  return points.length > 0 ? `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}${closed ? 'z' : ''}` : ''
}

/** The area inside of an outline; its sign says which way round it runs. */
export function areaOf(points: Spot[]): number {
  let sum = 0
  eachEdge(points, ([x1, y1], [x2, y2]) => (sum += (x1 + x2) * (y1 - y2)))
  return sum / 2
}

function eachEdge(points: Spot[], visit: (from: Spot, to: Spot) => void): void {
  let from = points.at(-1)
  for (const to of points) {
    if (from) visit(from, to)
    from = to
  }
}

/** The same outline, running the one way round that all others do. */
function wound(points: Spot[]): Spot[] {
  return areaOf(points) < 0 ? [...points].reverse() : points
}

export function shifted(points: Spot[], dx: number, dy: number): Spot[] {
  return points.map(([x, y]) => [x + dx, y + dy])
}

/** All that an outline covers while it slides: each edge leaves a quad, and all run the same way round, so that one nonzero fill is whole. */
export function sweep(points: Spot[], dx: number, dy: number): string {
  const from = wound(points)
  const to = shifted(from, dx, dy)
  let path = ring(from) + ring(to)
  for (let i = 0, j = from.length - 1; i < from.length; j = i, i += 1) {
    const quad = [from[j], from[i], to[i], to[j]].filter((point) => point !== undefined)
    path += ring(wound(quad))
  }
  return path
}

export type Faces = { lit: string; dark: string }

/** The edges that face the lamp, and those that turn away from it; an edge with the same thing on its other side (`joined`) is none. */
export function faces(points: Spot[], light: Spot = LIGHT, joined?: (at: Spot) => boolean): Faces {
  const found: Faces = { lit: '', dark: '' }
  eachEdge(wound(points), (from, to) => {
    const nx = -(to[1] - from[1])
    const ny = to[0] - from[0]
    if (joined && meets(from, to, nx, ny, joined)) return
    const edge = ring([from, to], false)
    if (nx * light[0] + ny * light[1] < 0) found.lit += edge
    else found.dark += edge
  })
  return found
}

function meets(from: Spot, to: Spot, nx: number, ny: number, joined: (at: Spot) => boolean): boolean {
  const length = Math.hypot(nx, ny) || 1
  let met = 0
  for (const along of [0.2, 0.5, 0.8]) {
    for (const aside of [-9, 9]) {
      const at: Spot = [from[0] + (to[0] - from[0]) * along + (nx / length) * aside, from[1] + (to[1] - from[1]) * along + (ny / length) * aside]
      if (joined(at)) met += 1
    }
  }
  return met >= 2
}

/** A closed line without its stairs: the middles of its edges, each drawn to its neighbours, and its corners cut `passes` times (Chaikin). */
export function smooth(points: Spot[], passes = 2): Spot[] {
  if (points.length < 3) return points
  const next = (list: Spot[], i: number): Spot => list[(i + 1) % list.length] ?? [0, 0]
  const before = (list: Spot[], i: number): Spot => list[(i - 1 + list.length) % list.length] ?? [0, 0]
  const middles = points.map<Spot>((point, i) => [(point[0] + next(points, i)[0]) / 2, (point[1] + next(points, i)[1]) / 2])
  let found = middles.map<Spot>((point, i) => [
    (before(middles, i)[0] + 2 * point[0] + next(middles, i)[0]) / 4,
    (before(middles, i)[1] + 2 * point[1] + next(middles, i)[1]) / 4,
  ])
  for (let pass = 0; pass < passes; pass += 1) {
    found = found.flatMap<Spot>((point, i) => {
      const other = next(found, i)
      return [
        [0.75 * point[0] + 0.25 * other[0], 0.75 * point[1] + 0.25 * other[1]],
        [0.25 * point[0] + 0.75 * other[0], 0.25 * point[1] + 0.75 * other[1]],
      ]
    })
  }
  return found
}

/** Closed lines of a region, smooth, as one path whose holes stay open by the even-odd rule. */
export function smoothLoops(loops: number[][]): string {
  return loops.map((loop) => ring(smooth(pairsOf(loop)))).join('')
}

/** Where the name of a region may be written: at its highest point, then where it goes farthest to each side. */
export function farthest(loops: number[][]): Spot[] {
  const points = loops.flatMap((loop) => smooth(pairsOf(loop), 1))
  const most = (far: (at: Spot) => number): Spot[] => points.slice(0, 1).map((first) => points.reduce((best, at) => (far(at) > far(best) ? at : best), first))
  return [(at: Spot) => -at[1], (at: Spot) => at[0], (at: Spot) => -at[0], (at: Spot) => at[1]].flatMap(most)
}

/** The border round equal boxes of a grid that lie side by side: an edge that two of them share is none. */
export function borderOf(boxes: Box[]): string {
  const edges = new Map<string, number>()
  for (const { x, y, width, height } of boxes) {
    for (const edge of [`M${x} ${y}h${width}`, `M${x} ${y + height}h${width}`, `M${x} ${y}v${height}`, `M${x + width} ${y}v${height}`]) {
      edges.set(edge, (edges.get(edge) ?? 0) + 1)
    }
  }
  return [...edges].filter(([, times]) => times === 1).map(([edge]) => edge).join('')
}

export function inside(points: Spot[], [x, y]: Spot): boolean {
  let found = false
  eachEdge(points, ([bx, by], [ax, ay]) => {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found
  })
  return found
}

export function boundsOf(points: Spot[]): Box {
  const xs = points.map((point) => point[0])
  const ys = points.map((point) => point[1])
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

export function middleOf(points: Spot[]): Spot {
  const { x, y, width, height } = boundsOf(points)
  return [x + width / 2, y + height / 2]
}

/** Whether an outline has no dent. */
export function isConvex(points: Spot[]): boolean {
  const turns = points.map((point, i) => {
    const a = points[(i + 1) % points.length] ?? point
    const b = points[(i + 2) % points.length] ?? point
    return (a[0] - point[0]) * (b[1] - a[1]) - (a[1] - point[1]) * (b[0] - a[0])
  })
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0)
}

/** Numbers from 0 to 1 that are the same for the same seed: what wears a floor wears it alike each time. */
export function seeded(seed: number): () => number {
  const MODULUS = 2147483647
  let state = (Math.abs(Math.round(seed)) % (MODULUS - 1)) + 1
  return () => {
    state = (state * 16807) % MODULUS
    return state / MODULUS
  }
}
