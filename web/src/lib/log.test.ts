import { expect, it } from 'vitest'
import { changedSince, grouped } from './log'
import type { Told } from './types'

const told = (text: string, more: Partial<Told> = {}): Told => ({ answers: 0, kind: 'event', text, ...more })

it('groups by turns and their parts', () => {
  const turns = grouped([
    told('setup'),
    told('Turn 1', { heading: 1 }),
    told('first'),
    told('Tilt', { heading: 2 }),
    told('moves'),
    told('shoots'),
    told('Turn 2', { heading: 1 }),
  ])
  expect(turns.map((turn) => turn.heading?.text)).toEqual([undefined, 'Turn 1', 'Turn 2'])
  expect(turns.map((turn) => turn.count)).toEqual([1, 5, 1])
  expect(turns[1]?.parts.map((part) => part.heading?.text)).toEqual([undefined, 'Tilt'])
  expect(turns[1]?.parts[1]?.lines.map((line) => line.index)).toEqual([4, 5])
  expect(grouped([])).toEqual([])
})

it('knows which pieces changed', () => {
  const log = [told('a', { about: ['tilt'] }), told('b', { about: ['ubume', 'jimmy'] }), told('c', { about: ['jimmy'] }), told('d')]
  expect(changedSince(log, 1)).toEqual(['ubume', 'jimmy'])
  expect(changedSince(log, 4)).toEqual([])
})
