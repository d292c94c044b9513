// What on a board can be gone to and pressed: its spots, parts and pieces, where each is, and its outline.

import { centreOf, pathOf, placeKey, spotsAt, spotShape, type Target } from './board'
import type { Board, Option, Part, Place, Scene, Shape } from './types'

/** A place with a choice, one that several answers lead to (`walks`), or a cell that somebody may ask about; `place`: what its first
choice means. */
export type OpenSpot = { key: string; shape: Shape; legal: boolean; walks?: boolean; place?: Place }

/** The spots of the options and those that can be walked to; `all`: every other cell of the grid as well. */
export function spotsOf(board: Board | undefined, options: Option[], all: boolean, walks: Place[] = []): OpenSpot[] {
  const found = new Map<string, OpenSpot>()
  for (const option of options) {
    if (option.place?.spot === undefined) continue
    const shape = option.place.shape ?? spotShape(board, option.place.spot)
    const key = `spot ${option.place.spot}`
    if (shape && !found.has(key)) found.set(key, { key, shape, legal: true, place: option.place })
  }
  for (const { spot, shape } of walks) {
    const key = `spot ${spot}`
    if (shape) found.set(key, { key, shape, legal: found.has(key), walks: true })
  }
  if (all && board?.grid) {
    const { rows, columns, size } = board.grid
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        for (const spot of spotsAt(board, [(column + 0.5) * size, (row + 0.5) * size])) {
          const key = `spot ${spot}`
          const shape = spotShape(board, spot)
          if (shape && !found.has(key)) found.set(key, { key, shape, legal: false })
        }
      }
    }
  }
  return [...found.values()]
}

/** Whether a part can be pointed at: it has a letter or a choice, or somebody asks why. */
export function isPointable(id: string, part: Part, places: Map<string, Option[]>, asking: boolean): boolean {
  return asking || part.mark !== undefined || places.has(`part ${id}`)
}

/** Everything that the arrow keys go to. */
export function targetsOf(scene: Scene, spots: OpenSpot[], places: Map<string, Option[]>, asking: boolean): Target[] {
  const parts = Object.entries(scene.parts).filter(([id, part]) => isPointable(id, part, places, asking))
  return [
    ...spots.map((spot) => ({ key: spot.key, at: centreOf(spot.shape) })),
    ...parts.map(([id, part]) => ({ key: `part ${id}`, at: centreOf(part.shape) })),
    ...Object.entries(scene.pieces).map(([id, piece]) => ({ key: `piece ${id}`, at: piece.at })),
  ]
}

/** The shape of a target by its key. */
export function shapeOf(scene: Scene, spots: OpenSpot[], key: string): Shape | undefined {
  if (key.startsWith('spot ')) return spots.find((spot) => spot.key === key)?.shape ?? spotShape(scene.board, key.slice(5))
  if (key.startsWith('part ')) return scene.parts[key.slice(5)]?.shape
  const piece = scene.pieces[key.slice(6)]
  return piece && { circle: [piece.at[0], piece.at[1], piece.radius] }
}

/** The outline round a target. */
export function ringOf(scene: Scene, spots: OpenSpot[], key: string, grow: number): string {
  const shape = shapeOf(scene, spots, key)
  return shape ? pathOf(shape, shape.line ? Math.max(grow, 18) : grow) : ''
}

/** The outline round the place of an option. */
export function placeRing(scene: Scene, spots: OpenSpot[], place: Place | undefined, grow: number): string {
  if (!place) return ''
  const key = placeKey(place)
  const known = key === undefined ? '' : ringOf(scene, spots, key, grow)
  return known || (place.shape ? pathOf(place.shape, grow) : '')
}
