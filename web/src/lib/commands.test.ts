import { expect, it } from 'vitest'
import { matching } from './commands'

const entries = ['Greet Mamushi', 'Move to 7,3', 'Move to 7,13', 'Undo', 'Déplacer la porte'].map((text) => ({ text }))
const texts = (typed: string) => matching(entries, typed).map((entry) => entry.text)

it('keeps everything in order when nothing was typed', () => {
  expect(texts('  ')).toEqual(entries.map((entry) => entry.text))
})

it('wants every word, in any order and any case', () => {
  expect(texts('7,3 MOVE')).toEqual(['Move to 7,3'])
  expect(texts('deplacer')).toEqual(['Déplacer la porte'])
  expect(texts('xyzzy')).toEqual([])
})

it('puts beginnings of words first', () => {
  expect(matching([{ text: 'Remove' }, { text: 'Move' }], 'mov').map((entry) => entry.text)).toEqual(['Move', 'Remove'])
})
