import { expect, it } from 'vitest'
import { listed } from './listing'
import type { Option } from './types'

const option = (key: string, group: string, more: Partial<Option> = {}): Option => ({ key, text: key, group, rules: [], ...more })
const keys = (options: Option[]) => listed(options).map((one) => one.key)

it('keeps groups together and their order', () => {
  expect(keys([option('a', 'Move', { place: { spot: '0,0' } }), option('b', 'Throw', { chance: true }), option('c', 'Move')])).toEqual(['a', 'c', 'b'])
})

it('puts what only ends or passes after what can be done', () => {
  expect(keys([option('end', 'Other'), option('step', 'Move', { place: { spot: '1,1' } }), option('climb', 'Climb', { chance: true })])).toEqual([
    'step', 'climb', 'end',
  ])
  expect(keys([option('no', 'Window', { declines: true }), option('yes', 'Window')])).toEqual(['no', 'yes'])
  expect(listed([])).toEqual([])
})
