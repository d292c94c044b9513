// How long everything takes that is shown: speed, hurry and less motion are asked for here and nowhere else.

import type { Point, ShownKind } from '../types'

/** How fast what happens is shown; `instant`: not at all, only what came of it. */
export type Speed = 'instant' | 0.5 | 1 | 2 | 4
export const SPEEDS: readonly Speed[] = [0.5, 1, 2, 4, 'instant']

/** `rate`: how many times faster than usual; `still`: nothing may move. */
export type Pace = { rate: number; still: boolean }

/** Beyond so many milliseconds of what waits to be shown, the rest is shown faster. */
export const LONG = 6000
export const HURRY = 4
/** What others do is shown faster than what one does oneself. */
export const OTHERS = 2

const TIMES: Record<ShownKind, number> = {
  acts: 220, moves: 260, arrives: 360, turns: 160, stands: 220, works: 420, aims: 260, throws: 720, fates: 260, hurts: 520, heals: 420, falls: 900,
  leaves: 360, scores: 620,
}
/** The same without movement: long enough to be read. */
const STILL: Record<ShownKind, number> = {
  acts: 120, moves: 300, arrives: 200, turns: 120, stands: 120, works: 240, aims: 200, throws: 400, fates: 260, hurts: 400, heals: 400, falls: 500,
  leaves: 200, scores: 400,
}
const UNIT = 100
const PER_UNIT = 70
const LONGEST_WAY = 900
const PER_DIE = 70
const REST = 260
const STILL_REST = 120
const PER_WOUND = 70
const SHOT = 180

export type Timed = { kind: ShownKind; path?: Point[]; from?: Point; dice?: number; amount?: number }

export function lengthOf(points: readonly Point[]): number {
  let length = 0
  points.forEach(([x, y], index) => {
    const before = points[index - 1]
    if (before) length += Math.hypot(x - before[0], y - before[1])
  })
  return length
}

/** How long something is shown, in milliseconds. */
export function timeOf(what: Timed, pace: Pace): number {
  if (pace.rate === Infinity) return 0
  let time = (pace.still ? STILL : TIMES)[what.kind]
  if (!pace.still && what.kind === 'moves') {
    const way = lengthOf([...(what.from ? [what.from] : []), ...(what.path ?? [])])
    time = Math.min(LONGEST_WAY, Math.max(time, (way / UNIT) * PER_UNIT))
  }
  if (!pace.still && what.kind === 'throws') time += PER_DIE * (what.dice ?? 0)
  return time / pace.rate
}

/** The pause after it. */
export function restOf(pace: Pace): number {
  return (pace.still ? STILL_REST : REST) / pace.rate
}

/** How long each wound of so many takes to drain; all of them within the time of a hit. */
export function drainOf(amount: number, pace: Pace): number {
  return pace.still ? 0 : Math.min(PER_WOUND, TIMES.hurts / Math.max(1, amount)) / pace.rate
}

/** How long a shot is on its way. */
export function shotOf(pace: Pace): number {
  return pace.still ? 0 : SHOT / pace.rate
}
