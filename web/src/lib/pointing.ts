// What a press on the board means: the thing itself, the cell it is in, what else is there, or a point of the ground.

import { centreOf, spotAt, spotsAt, type Spot } from './board'
import type { Course } from './course.svelte'
import type { Option, Part, Scene } from './types'

/** The key of the thing on the board that an event happened to. */
export function keyOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? (target.closest<SVGElement>('[data-place]')?.dataset['place'] ?? undefined) : undefined
}

/** The cells that are meant: the one of a piece or a part, else all that lie over each other below the pointer. */
function cellsOf(scene: Scene, key: string | undefined, at: Spot | undefined): string[] {
  const piece = key?.startsWith('piece ') ? scene.pieces[key.slice(6)] : undefined
  if (piece) return only(spotAt(scene.board, piece.at, piece.level))
  const part = key?.startsWith('part ') ? scene.parts[key.slice(5)] : undefined
  if (part) return only(cellOfPart(scene, part))
  if (key?.startsWith('spot ') && at === undefined) return [key.slice(5)]
  return at ? spotsAt(scene.board, at) : []
}

// A line lies between cells, and a region over several: neither stands for the one below the pointer.
function cellOfPart(scene: Scene, part: Part): string | undefined {
  return part.shape.rect ? spotAt(scene.board, centreOf(part.shape), part.foot) : undefined
}

function only(cell: string | undefined): string[] {
  return cell === undefined ? [] : [cell]
}

/** What was pointed at: the thing itself, the cell it is in, and what fills that cell. */
export function placesOf(scene: Scene, key: string | undefined, at: Spot | undefined): string[] {
  const found = new Set<string>(key === undefined ? [] : [key])
  for (const cell of cellsOf(scene, key, at)) {
    found.add(`spot ${cell}`)
    for (const [id, part] of Object.entries(scene.parts)) {
      if (cellOfPart(scene, part) === cell) found.add(`part ${id}`)
    }
  }
  return [...found]
}

/** The pieces in the same cell: a finger means them too, a mouse only if nothing else was meant. */
export function aroundOf(scene: Scene, found: string[]): string[] {
  return Object.entries(scene.pieces)
    .filter(([, piece]) => found.includes(`spot ${spotAt(scene.board, piece.at, piece.level)}`))
    .map(([id]) => `piece ${id}`)
}

/** Whether a press at a place means a point of the ground: what stands there has a choice or a card of its own otherwise. Whoever moves is drawn larger than
 * its foot where the board is small: beside that foot the ground is meant. */
export function meansGround(scene: Scene, places: Map<string, Option[]>, course: Course, key: string | undefined, at: Spot): boolean {
  if (key === undefined || key.startsWith('spot ')) return true
  const piece = key.startsWith('piece ') ? scene.pieces[key.slice(6)] : undefined
  if (piece && key === `piece ${course.region.piece}`) return Math.hypot(at[0] - piece.at[0], at[1] - piece.at[1]) > piece.radius
  if (key === 'ghost' || places.has(key)) return false
  return piece?.card === undefined
}
