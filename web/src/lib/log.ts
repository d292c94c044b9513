// The log as it is shown: turns, in them parts of a turn, in them entries.

import type { Told } from './types'

export type Line = { index: number; told: Told }
export type Part = { key: string; heading: Told | undefined; index: number; lines: Line[]; count: number }
export type Turn = { key: string; heading: Told | undefined; index: number; parts: Part[]; count: number }

/** Entries by their headings: 1 begins a turn, 2 a part of it. */
export function grouped(log: Told[]): Turn[] {
  const turns: Turn[] = []
  log.forEach((told, index) => {
    let turn = turns.at(-1)
    if (turn === undefined || told.heading === 1) {
      turn = { key: `turn ${index}`, heading: told.heading === 1 ? told : undefined, index, parts: [], count: 0 }
      turns.push(turn)
    }
    turn.count += 1
    let part = turn.parts.at(-1)
    if (part === undefined || told.heading === 2) {
      part = { key: `part ${index}`, heading: told.heading === 2 ? told : undefined, index, lines: [], count: 0 }
      turn.parts.push(part)
    }
    part.count += 1
    if (told.heading !== 1 && told.heading !== 2) part.lines.push({ index, told })
  })
  return turns
}

/** The pieces that something was told about from an entry on. */
export function changedSince(log: Told[], since: number): string[] {
  return [...new Set(log.slice(since).flatMap((told) => told.about ?? []))]
}
