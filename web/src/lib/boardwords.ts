// What the things on a board are called, for whoever hears it: the name, the state, and the choices there.

import { cellOf, heightOf, isLevelled, spotAt } from './board'
import { text } from './messages'
import type { Board, Option, Part, Piece, Scene } from './types'

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
  const cell = spotAt(scene.board, piece.at, piece.level)
  const high = piece.level && !isLevelled(scene.board) ? text('board.height', { height: heightOf(scene.board, piece.level) }) : ''
  return joined(own, piece.text, high, tags, changed, choiceWords(places, `piece ${id}`, ...(cell === undefined ? [] : [`spot ${cell}`])))
}

export function partLabel(places: Places, id: string, part: Part): string {
  return joined(part.name, part.text, choiceWords(places, `part ${id}`))
}

/** A spot in words: a cell is called by the unit of its board, and says its level where there are several. */
export function spotWords(board: Board | undefined, spot: string): string {
  const cell = cellOf(board, spot)
  if (!board || !cell) return spot
  const name = board.grid?.names?.[spot]
  const place = { unit: board.unit, spot: name ?? `${cell.column},${cell.row}` }
  return cell.level === undefined || name !== undefined ? text('board.spot', place) : text('board.spotLevel', { ...place, level: cell.level })
}

/** `walks`: one press leads there, step by step. */
export function spotLabel(scene: Scene, places: Places, key: string, walks = false): string {
  const spot = key.slice(5)
  if (!cellOf(scene.board, spot)) return choiceWords(places, key)
  const there = Object.values(scene.pieces).filter((piece) => spotAt(scene.board, piece.at, piece.level) === spot).map((piece) => piece.name)
  const words = spotWords(scene.board, spot)
  return joined(words.charAt(0).toUpperCase() + words.slice(1), there.join(', '), walks ? text('board.walk') : '', choiceWords(places, key))
}
