// What the things on a board are called, for whoever hears it: the name, the state, and the choices there.

import { inches, spotAt, spotShape } from './board'
import { text } from './messages'
import type { Option, Part, Piece, Scene } from './types'

type Places = Map<string, Option[]>

function choiceWords(places: Places, ...keys: string[]): string {
  const there = keys.flatMap((key) => places.get(key) ?? [])
  return there.length > 0 ? text('board.choices', { choices: there.map((option) => option.text).join('; ') }) : ''
}

function joined(...all: (string | undefined)[]): string {
  return all.filter(Boolean).join('. ').replaceAll('..', '.')
}

/** `fresh`: it changed since somebody looked. */
export function pieceLabel(scene: Scene, places: Places, id: string, piece: Piece, fresh: boolean): string {
  const own = piece.text.includes(piece.name) ? '' : piece.name
  const changed = fresh ? text('board.fresh') : ''
  const tags = (piece.tags ?? []).map((tag) => tag.name).join(', ')
  const cell = spotAt(scene.board, piece.at)
  const high = piece.level && !piece.text.includes(' up') ? text('board.height', { height: inches(piece.level) }) : ''
  return joined(own, piece.text, high, tags, changed, choiceWords(places, `piece ${id}`, ...(cell === undefined ? [] : [`spot ${cell}`])))
}

export function partLabel(places: Places, id: string, part: Part): string {
  return joined(part.name, part.text, choiceWords(places, `part ${id}`))
}

export function spotLabel(scene: Scene, places: Places, key: string): string {
  const cell = key.slice(5)
  if (!spotShape(scene.board, cell)) return choiceWords(places, key)
  const there = Object.values(scene.pieces).filter((piece) => spotAt(scene.board, piece.at) === cell).map((piece) => piece.name)
  return joined(text('board.spot', { spot: cell }), there.join(', '), choiceWords(places, key))
}
