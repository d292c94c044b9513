// The rulebook as it is read here: kept once fetched, searched, and its texts cut where they name another rule.

import { rulebook } from './api'
import type { Rule, Rulebook } from './types'

const books = new Map<string, Promise<Rulebook>>()

/** A game's rulebook; fetched once. */
export function bookOf(game: string): Promise<Rulebook> {
  const known = books.get(game)
  if (known !== undefined) return known
  const fetched = rulebook(game)
  books.set(game, fetched)
  fetched.catch(() => books.delete(game))
  return fetched
}

export type Piece = { text: string; rule?: string }

/** A text in pieces; a piece that is the id of a known rule says so. */
export function pieces(text: string, known: (id: string) => boolean): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const hit of text.matchAll(/\b[A-Z]{2,}(?:-[A-Z0-9]+)+\b/g)) {
    if (!known(hit[0])) continue
    if (hit.index > from) found.push({ text: text.slice(from, hit.index) })
    found.push({ text: hit[0], rule: hit[0] })
    from = hit.index + hit[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from) })
  return found
}

function score(rule: Rule, word: string): number {
  const id = rule.id.toLowerCase()
  const title = rule.title.toLowerCase()
  if (id === word) return 100
  if (title === word) return 60
  if (title.split(/[^\p{L}\p{N}]+/u).includes(word)) return 30
  if (title.includes(word)) return 20
  if (id.includes(word)) return 15
  const rest = [rule.text, rule.ruling ?? '', ...(rule.options ?? []).map((option) => `${option.name} ${option.text}`)]
  const words = rest.join(' ').toLowerCase()
  if (words.split(/[^\p{L}\p{N}]+/u).includes(word)) return 4
  return words.includes(word) || rule.chapter.toLowerCase().includes(word) ? 1 : 0
}

/** Rules in which every word occurs, the best first; equals stay in the order of the book. */
export function search(rules: readonly Rule[], wanted: string): Rule[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...rules]
  const ranked: { rule: Rule; points: number }[] = []
  for (const rule of rules) {
    const points = words.map((word) => score(rule, word))
    if (points.every((one) => one > 0)) ranked.push({ rule, points: points.reduce((sum, one) => sum + one, 0) })
  }
  return ranked.sort((a, b) => b.points - a.points).map((one) => one.rule)
}
