import { expect, test } from 'vitest'
import { pieces, search } from './rules'

const rules = [
  { id: 'AB-DOOR-01', title: 'Opening a door', chapter: 'Doors', text: 'Costs one action.' },
  { id: 'AB-LOCK-04', title: 'Who may pick a lock', chapter: 'Locks', text: 'Somebody next to a locked door.', ruling: 'With one action.' },
  { id: 'AB-MOVE-01', title: 'Moving', chapter: 'Movement', text: 'A step costs one action; see AB-DOOR-01.' },
]
const found = (words: string): string[] => search(rules, words).map((rule) => rule.id)

test('a hit in the title counts more than one in the text, and an id most of all', () => {
  expect(found('door')).toEqual(['AB-DOOR-01', 'AB-LOCK-04', 'AB-MOVE-01'])
  expect(found('ab-move-01')).toEqual(['AB-MOVE-01'])
  expect(found('ab-lock')).toEqual(['AB-LOCK-04'])
})

test('every word must occur; a ruling and a chapter count too', () => {
  expect(found('locked action')).toEqual(['AB-LOCK-04'])
  expect(found('locks')).toEqual(['AB-LOCK-04'])
  expect(found('unicorn door')).toEqual([])
})

test('no words: the whole book', () => {
  expect(found('  ')).toHaveLength(3)
})

test('ids of known rules are cut out of a text, and nothing is lost', () => {
  const words = 'See AB-DOOR-01, not AB-NONE-01 (AB-LOCK-04).'
  const cut = pieces(words, (id) => rules.some((rule) => rule.id === id))
  expect(cut.map((piece) => piece.text).join('')).toBe(words)
  expect(cut.flatMap((piece) => piece.rule ?? [])).toEqual(['AB-DOOR-01', 'AB-LOCK-04'])
  expect(pieces('plain', () => true)).toEqual([{ text: 'plain' }])
})
