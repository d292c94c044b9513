// What a press on the board means: the thing itself, the cell it is in, what else is there, or a point of the ground.

import { centreOf, spotAt, type Spot } from './board'
import type { Course } from './course.svelte'
import type { Option, Scene } from './types'

/** The key of the thing on the board that an event happened to. */
export function keyOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? (target.closest<SVGElement>('[data-place]')?.dataset['place'] ?? undefined) : undefined
}

function cellOf(scene: Scene, key: string | undefined, at: Spot | undefined): string | undefined {
  const board = scene.board
  if (key?.startsWith('piece ')) return spotAt(board, scene.pieces[key.slice(6)]?.at ?? [-1, -1])
  const part = key?.startsWith('part ') ? scene.parts[key.slice(5)] : undefined
  // A line lies between cells, and a region over several: neither stands for the one below the pointer.
  if (part) return part.shape.rect ? spotAt(board, centreOf(part.shape)) : undefined
  return key?.startsWith('spot ') && at === undefined ? key.slice(5) : at && spotAt(board, at)
}

/** What was pointed at: the thing itself, the cell it is in, and what fills that cell. */
export function placesOf(scene: Scene, key: string | undefined, at: Spot | undefined): string[] {
  const cell = cellOf(scene, key, at)
  const found = new Set<string>(key === undefined ? [] : [key])
  if (cell !== undefined) {
    found.add(`spot ${cell}`)
    for (const [id, part] of Object.entries(scene.parts)) {
      if (part.shape.rect && spotAt(scene.board, centreOf(part.shape)) === cell) found.add(`part ${id}`)
    }
  }
  return [...found]
}

/** The pieces in the same cell: a finger means them too, a mouse only if nothing else was meant. */
export function aroundOf(scene: Scene, found: string[]): string[] {
  const cell = found.find((place) => place.startsWith('spot '))?.slice(5)
  if (cell === undefined) return []
  return Object.entries(scene.pieces).filter(([, piece]) => spotAt(scene.board, piece.at) === cell).map(([id]) => `piece ${id}`)
}

/** Whether a press at a place means a point of the ground: what stands there has a choice or a card of its own otherwise. */
export function meansGround(scene: Scene, places: Map<string, Option[]>, course: Course, key: string | undefined): boolean {
  if (key === undefined || key.startsWith('spot ')) return true
  if (key === 'ghost' || key === `piece ${course.region.piece}` || places.has(key)) return false
  return !(key.startsWith('piece ') && scene.pieces[key.slice(6)]?.card !== undefined)
}
