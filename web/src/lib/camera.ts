// Where a board is small on the screen, it is looked at from near: at whoever acts with all that can be meant, and at what happens.

import { centreOf, boxOf, WHOLE, zoomedTo, type Box, type Spot, type View } from './board'
import { isStill, settings } from './settings.svelte'
import type { Option, Place, Question, Scene } from './types'

/** Milliseconds that the camera is on its way: it has arrived when a question takes an answer. */
const EASED = 320
/** How much of the ground is seen around whoever acts, around where something happens, and around everything at least. */
const ROUND = 600
const HAPPENS = 450
const MARGIN = 100
/** Nearer than so it never goes of itself, and for less than so it does not move at all. */
const NEAREST = 2.6
const LEAST = 1.2
/** A view that shows all, and not from much farther away than it could, is left as it is. */
const ENOUGH = 0.72

const UNIT = 100
/** Pixels that a unit takes at least where all of the board is shown. */
const PIXELS = 18

/** What must be seen, and what is shown if that is not; `any`: from however near. */
export type Sight = { must: Box; shown: Box; any: boolean }

/** Where the screen is that of a phone. */
export function isSmall(): boolean {
  return matchMedia('(max-width: 40rem)').matches
}

/** Whether a board is so large, or its place on the screen so small, that a unit of it takes too few pixels; `whole`: hundredths that a pixel takes. */
export function isFar(whole: number): boolean {
  return UNIT / whole < PIXELS
}

export function easingTime(): number {
  return settings.speed === 'instant' || isStill() ? 0 : EASED
}

/** What is to be seen when something is asked: whoever acts, and every place of an answer; nothing if nobody acts. */
export function sightAsked(scene: Scene, question: Question, options: Option[], walks: Place[]): Sight | undefined {
  const actor = question.subject?.piece === undefined ? undefined : scene.pieces[question.subject.piece]
  if (!actor) return undefined
  const places = [...options.flatMap((option) => option.place ?? []), ...walks].flatMap((place) => spotsOf(scene, place))
  const reach = (question.region?.contours?.at(-1) ?? []).flatMap((loop) => cornersOf(boxOf({ polygon: loop })))
  const must = around([actor.at, ...places, ...reach], MARGIN)
  return { must, shown: around([...cornersOf(around([actor.at], ROUND)), ...cornersOf(must)], 0), any: places.length + reach.length === 0 }
}

/** What is to be seen when something happens at some points. */
export function sightOf(points: Spot[]): Sight {
  return { must: around(points, MARGIN), shown: around(points, HAPPENS), any: false }
}

function spotsOf(scene: Scene, place: Place): Spot[] {
  if (place.piece !== undefined) return scene.pieces[place.piece] ? [scene.pieces[place.piece]!.at] : []
  const shape = place.shape ?? (place.part === undefined ? undefined : scene.parts[place.part]?.shape)
  return shape ? [centreOf(shape)] : []
}

function cornersOf({ x, y, width, height }: Box): Spot[] {
  return [[x, y], [x + width, y + height]]
}

function around(points: Spot[], margin: number): Box {
  const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])]
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin]
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y }
}

/** The view of a part of the board: nearer if that is worth it, all of the board otherwise; as it is now if that is good enough. */
export function closeUp(sight: Sight | undefined, frame: Box, now: View): View {
  if (!sight) return WHOLE
  const part = within(sight.shown, frame)
  const fitted = zoomedTo(part, frame)
  const near = fitted.scale > NEAREST ? zoomedTo(widened(part, frame, NEAREST), frame) : fitted
  if (isSeen(within(sight.must, frame), frame, now) && now.scale >= (sight.any ? LEAST : near.scale * ENOUGH)) return now
  return near.scale < LEAST ? WHOLE : near
}

/** What of a box lies in the frame. */
function within(box: Box, frame: Box): Box {
  const [x, y] = [Math.max(frame.x, box.x), Math.max(frame.y, box.y)]
  const right = Math.min(frame.x + frame.width, box.x + box.width)
  const bottom = Math.min(frame.y + frame.height, box.y + box.height)
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }
}

function widened(box: Box, frame: Box, scale: number): Box {
  const [width, height] = [frame.width / scale, frame.height / scale]
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}

function isSeen(box: Box, frame: Box, view: View): boolean {
  const [left, top] = [box.x * view.scale + view.x, box.y * view.scale + view.y]
  return (
    left >= frame.x - 1 && top >= frame.y - 1 && left + box.width * view.scale <= frame.x + frame.width + 1 &&
    top + box.height * view.scale <= frame.y + frame.height + 1
  )
}

/** A view on the way from one to another: slow at both ends. */
export function onTheWay(from: View, to: View, share: number): View {
  const eased = share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share)
  const at = (a: number, b: number): number => a + (b - a) * eased
  return { x: at(from.x, to.x), y: at(from.y, to.y), scale: at(from.scale, to.scale) }
}
