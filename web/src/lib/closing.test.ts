import { describe, expect, it } from 'vitest'
import { closingOf } from './closing'
import type { Option } from './types'

function option(key: string, group: string, more: Partial<Option> = {}): Option {
  return { key, text: key, group, rules: [], ...more }
}

describe('what closes a question', () => {
  it('is its only choice', () => {
    expect(closingOf([option('go', 'Any')])?.key).toBe('go')
    expect(closingOf([])).toBeUndefined()
  })

  it('is the choice that declines, wherever it stands', () => {
    expect(closingOf([option('keep', 'Dice', { declines: true }), option('again', 'Dice', { chance: true })])?.key).toBe('keep')
    expect(closingOf([option('a', 'Any', { declines: true }), option('b', 'Any', { declines: true })])).toBeUndefined()
  })

  it('is the last choice if it does nothing and stands alone in that', () => {
    expect(closingOf([option('dash', 'Action'), option('end', 'End')])?.key).toBe('end')
    expect(closingOf([option('one', 'Turn', { place: { piece: 'one' } }), option('pass', 'Turn')])?.key).toBe('pass')
  })

  it('is none among choices of the same kind', () => {
    expect(closingOf([option('hide', 'Order'), option('stand', 'Order')])).toBeUndefined()
    expect(closingOf([option('a', 'Move', { place: { spot: '1,1' } }), option('b', 'Move', { place: { spot: '1,2' } })])).toBeUndefined()
  })
})
