// How dangerous spots are and what they are good for, as something to draw: bands by marching squares, and where their numbers and marks stand.
// Pure functions.

import type { Spot } from './board'
import type { DangerSpot, Gain, GainKind } from './types'

/** A spot with a number. */
export type Sample = { at: Spot; value: number }
export type Band = 1 | 2 | 3

/** What whoever stands at a spot loses on average if everybody who can does their worst. */
export function harmAt(spot: DangerSpot): number {
  return spot.threats.reduce((sum, threat) => sum + threat.mean, 0)
}

export const GAINS: readonly GainKind[] = ['holds', 'contests', 'acts']

/** The most that a piece has of a spot for its goal. */
export function gainAt(spot: DangerSpot): GainKind | undefined {
  return GAINS.find((kind) => spot.gains.some((gain) => gain.kind === kind))
}

export type GainLabel = {
  at: Spot
  gain: Gain
  /** How many marks stand at the same spot before it. */
  row: number
}

/** Where the mark of each gain stands: one for all spots beside each other that have it, as far from pieces and other marks as they allow. */
export function gainLabels(spots: DangerSpot[], step: number, pieces: { at: number[]; radius: number }[], room: number): GainLabel[] {
  const having = new Map<string, { gain: Gain; left: DangerSpot[] }>()
  for (const spot of spots) {
    for (const gain of spot.gains) {
      const key = `${gain.kind} ${gain.mark} ${gain.text}`
      having.set(key, { gain, left: [...(having.get(key)?.left ?? []), spot] })
    }
  }
  const put: GainLabel[] = []
  for (const { gain, left } of having.values()) {
    while (left.length > 0) {
      const field = left.splice(0, 1)
      for (const spot of field) {
        const beside = left.filter((other) => Math.hypot(other.at[0] - spot.at[0], other.at[1] - spot.at[1]) < 1.5 * step)
        for (const other of beside) left.splice(left.indexOf(other), 1)
        field.push(...beside)
      }
      const clear = clearOf(pieces, put, room)
      const best = field.reduce((one, other) => (clear(other.at) > clear(one.at) ? other : one))
      put.push({ at: best.at, gain, row: put.filter((other) => other.at === best.at).length })
    }
  }
  return put
}

/** Of cells that lie over each other the highest that is shown, none above `most`; what is no cell stays. */
export function topmost(spots: DangerSpot[], most: number): DangerSpot[] {
  const found = new Map<string, DangerSpot>()
  for (const spot of spots) {
    const level = spot.level ?? 0
    if (spot.spot !== undefined && level > most) continue
    const at = spot.at.join()
    const other = found.get(at)
    if (!other || (other.level ?? 0) < level) found.set(at, spot)
  }
  return [...found.values()]
}

/** From which danger on a spot is in each band: some, much and deadly for a piece that has so many wounds left. */
export function cutsOf(wounds: number): Record<Band, number> {
  return { 1: Math.max(0.25, wounds * 0.12), 2: Math.max(0.5, wounds * 0.4), 3: Math.max(1, wounds * 0.8) }
}

/** The band of a danger; 0 where there is next to none. */
export function bandOf(value: number, cuts: Record<Band, number>): Band | 0 {
  return value >= cuts[3] ? 3 : value >= cuts[2] ? 2 : value >= cuts[1] ? 1 : 0
}

/** The spot nearest to a point, if one is near. */
export function nearest<T extends { at: number[] }>(spots: T[], [x, y]: Spot, within: number): T | undefined {
  let best: T | undefined
  let far = within
  for (const spot of spots) {
    const apart = Math.hypot((spot.at[0] ?? 0) - x, (spot.at[1] ?? 0) - y)
    if (apart <= far) {
      far = apart
      best = spot
    }
  }
  return best
}

// The corners of a square of samples that are inside, as bits from the upper left one on clockwise, and the sides that the border crosses:
// from side to side with the inside at its right hand.
const SIDES: Record<number, [number, number][]> = {
  1: [[3, 0]], 2: [[0, 1]], 3: [[3, 1]], 4: [[1, 2]], 5: [[3, 2], [1, 0]], 6: [[0, 2]], 7: [[3, 2]], 8: [[2, 3]], 9: [[2, 0]],
  10: [[0, 3], [2, 1]], 11: [[2, 1]], 12: [[1, 3]], 13: [[1, 0]], 14: [[0, 3]],
}

const key = (x: number, y: number): string => `${Math.round(x * 10)},${Math.round(y * 10)}`

/** Closed lines round where the danger is at least so much, over samples that lie `step` apart; beyond the last sample it stays the same for
a step, and then ends. */
export function outlines(samples: Sample[], step: number, level: number): Spot[][] {
  const known = new Map(samples.map(({ at, value }) => [key(at[0], at[1]), value]))
  const around = [-step, 0, step].flatMap((dx) => [-step, 0, step].map((dy): Spot => [dx, dy])).filter(([dx, dy]) => dx !== 0 || dy !== 0)
  const valueAt = (x: number, y: number): number => {
    const here = known.get(key(x, y))
    if (here !== undefined) return here
    const near = around.map(([dx, dy]) => known.get(key(x + dx, y + dy))).filter((value) => value !== undefined)
    return near.length === 0 ? -1 : near.reduce((sum, value) => sum + value, 0) / near.length
  }
  const squares = new Map<string, Spot>()
  for (const { at } of samples) {
    for (const dx of [-2, -1, 0, 1]) for (const dy of [-2, -1, 0, 1]) squares.set(key(at[0] + dx * step, at[1] + dy * step), [at[0] + dx * step, at[1] + dy * step])
  }
  const next = new Map<string, Spot>()
  for (const [x, y] of squares.values()) {
    const corners: Spot[] = [[x, y], [x + step, y], [x + step, y + step], [x, y + step]]
    const values = corners.map(([cx, cy]) => valueAt(cx, cy))
    const inside = values.reduce((bits, value, place) => (value >= level ? bits | (1 << place) : bits), 0)
    const crossing = (side: number): Spot => {
      const [a, b] = [corners[side]!, corners[(side + 1) % 4]!]
      const [from, to] = [values[side]!, values[(side + 1) % 4]!]
      const share = Math.max(0.02, Math.min(0.98, (level - from) / (to - from || 1)))
      return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
    }
    for (const [from, to] of SIDES[inside] ?? []) {
      const start = crossing(from)
      next.set(key(start[0], start[1]), crossing(to))
    }
  }
  return rings(next).map(smoothed)
}

function rings(next: Map<string, Spot>): Spot[][] {
  const found: Spot[][] = []
  for (let first = next.keys().next(); !first.done; first = next.keys().next()) {
    const ring: Spot[] = []
    for (let here: string = first.value; ; ) {
      const point = next.get(here)
      if (point === undefined) break
      next.delete(here)
      ring.push(point)
      here = key(point[0], point[1])
    }
    if (ring.length > 2) found.push(ring)
  }
  return found
}

/** Corners cut twice: a line one would draw by hand. */
function smoothed(ring: Spot[]): Spot[] {
  let line = ring
  for (let pass = 0; pass < 2; pass += 1) {
    line = line.flatMap((point, place): Spot[] => {
      const other = line[(place + 1) % line.length]!
      return [
        [0.75 * point[0] + 0.25 * other[0], 0.75 * point[1] + 0.25 * other[1]],
        [0.25 * point[0] + 0.75 * other[0], 0.25 * point[1] + 0.75 * other[1]],
      ]
    })
  }
  return line
}

export function pathOfRings(all: Spot[][]): string {
  return all.map((ring) => `M${ring.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}z`).join('')
}

/** How far a point is from pieces and from what else is written there, as it comes to be. */
function clearOf(pieces: { at: number[]; radius: number }[], put: { at: Spot }[], room: number): (at: Spot) => number {
  return ([x, y]) =>
    Math.min(
      3 * room,
      ...pieces.map((piece) => Math.hypot((piece.at[0] ?? 0) - x, (piece.at[1] ?? 0) - y) - piece.radius),
      ...put.map((other) => Math.hypot(other.at[0] - x, other.at[1] - y) - room),
    )
}

/** Where the number of each band stands, the safest spot first: as far from pieces and from other numbers as the band allows. */
export function labelsOf(samples: Sample[], cuts: Record<Band, number>, pieces: { at: number[]; radius: number }[], room: number): (Sample & { band: Band | 0 })[] {
  const put: (Sample & { band: Band | 0 })[] = []
  const clear = clearOf(pieces, put, room)
  const least = Math.min(...samples.map((sample) => sample.value))
  for (const band of [0, 3, 2, 1] as const) {
    const inside = samples.filter((sample) => (band === 0 ? sample.value <= least + 0.01 : bandOf(sample.value, cuts) === band))
    if (inside.length === 0 || (band !== 0 && bandOf(least, cuts) === band)) continue
    const best = inside.reduce((one, other) => (clear(other.at) > clear(one.at) ? other : one))
    put.push({ ...best, band })
  }
  return put
}
