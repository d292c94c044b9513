// What is to be seen of the log, one thing after the other, and what the table looks like after each.

import type { Card, Piece, Point, Scene, Shown, Told } from '../types'
import type { Timed } from './pace'

/** One thing to show: its line of the log, how long the log is then, the scene that it led to, and whose doing it is. */
export type Step = { shows: Shown; told: Told; lines: number; next: Scene; by?: number }

/** Lines of one update as steps; `known` lines were told before. What one piece goes without a break is one way. */
export function stepsOf(lines: readonly Told[], known: number, next: Scene): Step[] {
  const steps: Step[] = []
  let by: number | undefined
  lines.forEach((told, index) => {
    if (told.kind === 'choice' && told.seat !== undefined) by = told.seat
    if (!told.shows) return
    by ??= doer(told.shows, next)
    append(steps, { shows: told.shows, told, lines: known + index + 1, next, ...(by === undefined ? {} : { by }) })
  })
  return steps
}

/** Whose piece does something, where a piece does it rather than suffers it. */
function doer({ kind, piece, seat }: Shown, next: Scene): number | undefined {
  if (['hurts', 'heals', 'falls', 'leaves'].includes(kind) || piece === undefined) return seat
  return next.pieces[piece]?.seat ?? seat
}

/** How many lines at the end of a log may be told otherwise: a roll by the event that it was made for. */
const RETOLD = 8

/** From where on a log differs from an earlier one; nowhere near its end: it is another log, or something was taken back. */
export function differsFrom(earlier: readonly Told[], log: readonly Told[]): number | undefined {
  let same = 0
  while (same < earlier.length && same < log.length && isLike(earlier[same]!, log[same]!)) same += 1
  return earlier.length - same > RETOLD ? undefined : same
}

function isLike(one: Told, other: Told): boolean {
  return one === other || (one.text === other.text && one.answers === other.answers && one.kind === other.kind)
}

/** Lines of a log after the first `same` ones, without what was shown of an earlier log: dice that lie already are not thrown again. */
export function unshown(earlier: readonly Told[], log: readonly Told[], same: number): Told[] {
  return log.slice(same).map((told, index) => {
    const before = earlier[same + index]?.shows
    if (!told.shows || !before || before.kind !== told.shows.kind) return told
    const { shows, ...rest } = told
    return shows.kind === 'throws' ? { ...rest, shows: { ...shows, kind: 'fates' } } : rest
  })
}

/** Put a step behind others; a move that goes on where the last one ended becomes part of it. */
export function append(steps: Step[], step: Step): void {
  const last = steps.at(-1)
  if (last && goesOn(last.shows, step.shows)) {
    const heights = joined(last.shows, step.shows)
    const shows: Shown = { ...last.shows, path: [...(last.shows.path ?? []), ...(step.shows.path ?? [])], ...(heights ? { heights } : {}) }
    steps[steps.length - 1] = { ...step, shows }
  } else steps.push(step)
}

/** Whether a move goes on where another one of the same piece ended. */
export function goesOn(one: Shown, next: Shown): boolean {
  return one.kind === 'moves' && next.kind === 'moves' && one.piece !== undefined && one.piece === next.piece && one.path !== undefined
}

function joined(one: Shown, next: Shown): number[] | undefined {
  return one.heights && next.heights ? [...one.heights, ...next.heights] : undefined
}

/** What its time depends on. */
export function timedOf(step: Step, scene: Scene | undefined): Timed {
  const { kind, piece, path, dice, amount } = step.shows
  const from = piece === undefined ? undefined : scene?.pieces[piece]?.at
  return { kind, ...(path ? { path } : {}), ...(from ? { from } : {}), dice: dice?.length ?? 0, amount: amount ?? 0 }
}

/** Where something is shown: at its target, at its piece, or nowhere. */
export function placeOf(scene: Scene, shows: Shown): Point | undefined {
  const { target, piece } = shows
  if (target?.piece !== undefined && scene.pieces[target.piece]) return scene.pieces[target.piece]!.at
  const shape = target?.shape ?? (target?.part === undefined ? undefined : scene.parts[target.part]?.shape)
  if (shape) return middleOf(shape)
  return piece === undefined ? undefined : scene.pieces[piece]?.at
}

/** How high that place is. */
export function levelOf(scene: Scene, { target, piece }: Shown): number {
  const aimed = target?.piece === undefined ? undefined : scene.pieces[target.piece]
  if (aimed) return aimed.level ?? 0
  if (target?.part !== undefined) return scene.parts[target.part]?.foot ?? 0
  return target?.level ?? (piece === undefined ? 0 : (scene.pieces[piece]?.level ?? 0))
}

/** The way of a piece from where it stands, each point with its height. */
export function wayOf(piece: Pick<Piece, 'at' | 'level'>, path: Point[], heights: number[] | undefined): { points: Point[]; heights: number[] } {
  const start = piece.level ?? 0
  return { points: [piece.at, ...path], heights: [start, ...(heights ?? path.map(() => start))] }
}

/** All points of the board that something has to do with. */
export function happensAt(scene: Scene, shows: Shown): Point[] {
  const piece = shows.piece === undefined ? undefined : scene.pieces[shows.piece]
  const at = placeOf(scene, shows)
  return [...(piece ? [piece.at] : []), ...(shows.path ?? []), ...(at ? [at] : [])]
}

function middleOf({ line, polygon, circle, rect }: NonNullable<NonNullable<Shown['target']>['shape']>): Point {
  if (circle) return [circle[0]!, circle[1]!]
  if (rect) return [rect[0]! + rect[2]! / 2, rect[1]! + rect[3]! / 2]
  const numbers = line ?? polygon ?? [0, 0]
  const across = numbers.filter((_, index) => index % 2 === 0)
  const down = numbers.filter((_, index) => index % 2 === 1)
  return [(Math.min(...across) + Math.max(...across)) / 2, (Math.min(...down) + Math.max(...down)) / 2]
}

/** The table after a step, as far as the step itself shows: the update brings the rest. */
export function sceneAfter(scene: Scene, { shows, next }: Step): Scene {
  const { kind, piece: id } = shows
  const piece = id === undefined ? undefined : (scene.pieces[id] ?? (kind === 'arrives' ? next.pieces[id] : undefined))
  switch (kind) {
    case 'works': {
      const part = shows.target?.part
      const changed = part === undefined ? undefined : next.parts[part]
      return part === undefined || !changed ? scene : { ...scene, parts: { ...scene.parts, [part]: changed } }
    }
    case 'scores':
      return { ...scene, status: next.status, ...(next.goal ? { goal: next.goal } : {}) }
    case 'acts':
      return id === undefined || !piece ? scene : { ...scene, pieces: nowActive(scene, next, id) }
    default:
      return id === undefined || !piece ? scene : changedPiece(scene, next, id, piece, shows)
  }
}

function changedPiece(scene: Scene, next: Scene, id: string, piece: Piece, shows: Shown): Scene {
  const later = next.pieces[id]
  switch (shows.kind) {
    case 'moves':
    case 'arrives':
      return withPiece(scene, id, standing(piece, shows))
    case 'turns':
    case 'stands':
      return later ? withPiece(scene, id, { ...later, at: piece.at, ...(piece.wounds ? { wounds: piece.wounds } : {}) }) : scene
    case 'hurts':
      return withWounds(scene, id, -(shows.amount ?? 0))
    case 'heals':
      return withWounds(scene, id, shows.amount ?? 0)
    case 'falls':
    case 'leaves': {
      if (later) return withPiece(scene, id, { ...later, at: piece.at })
      const pieces = { ...scene.pieces }
      delete pieces[id]
      return { ...scene, pieces }
    }
    default:
      return scene
  }
}

function standing(piece: Piece, { path, heights }: Shown): Piece {
  const at = path?.at(-1)
  const level = heights?.at(-1)
  return { ...piece, ...(at ? { at } : {}), ...(level === undefined ? {} : { level }) }
}

function withPiece(scene: Scene, id: string, piece: Piece): Scene {
  return { ...scene, pieces: { ...scene.pieces, [id]: piece } }
}

/** Whoever was active before is done, as far as the update says so. */
function nowActive(scene: Scene, next: Scene, id: string): Record<string, Piece> {
  return Object.fromEntries(
    Object.entries(scene.pieces).map(([name, piece]) => {
      if (name === id) return [name, { ...piece, state: 'active' }]
      const later = next.pieces[name]?.state
      return [name, piece.state === 'active' && later && later !== 'active' ? { ...piece, state: later } : piece]
    }),
  )
}

/** So many wounds more or fewer, on the piece and on its card. */
export function withWounds(scene: Scene, id: string, by: number): Scene {
  const piece = scene.pieces[id]
  if (!piece?.wounds) return scene
  const [left, most] = piece.wounds
  const wounds: [number, number] = [Math.min(most, Math.max(0, left + by)), most]
  const cards: Record<string, Card> = { ...scene.cards }
  if (piece.card !== undefined && cards[piece.card]?.wounds) cards[piece.card] = { ...cards[piece.card]!, wounds }
  return { ...withPiece(scene, id, { ...piece, wounds }), cards }
}

/** Where somebody fell. */
export type Fallen = { at: Point; level: number; radius: number; seat?: number }
const BASE = 50

/** Who lies where, from a log that is read from its beginning: each where its last way ended. */
export function fallenIn(log: readonly Told[], scene: Scene): Record<string, Fallen> {
  const last = new Map<string, { at: Point; level: number }>()
  const found: Record<string, Fallen> = {}
  const radius = Object.values(scene.pieces).find((piece) => piece.kind === 'member')?.radius ?? BASE
  for (const { shows } of log) {
    const id = shows?.piece
    if (!shows || id === undefined) continue
    const at = shows.path?.at(-1)
    if (at) last.set(id, { at, level: shows.heights?.at(-1) ?? 0 })
    if (shows.kind === 'arrives') delete found[id]
    const where = last.get(id)
    const seat = Object.values(scene.cards).find((card) => card.piece === id)?.seat
    if (shows.kind === 'falls' && where) found[id] = { ...where, radius, ...(seat === undefined ? {} : { seat }) }
  }
  return found
}
