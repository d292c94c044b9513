import { describe, expect, it } from 'vitest'
import { commandOf, digitOf, KEYS, turnOf, type Stroke } from './keys'
import words from '../messages/en.table.json'

function stroke(key: string, held: Partial<Stroke> = {}): Stroke {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }
}

describe('keys', () => {
  it('turns by brackets, with Shift by a degree', () => {
    expect([stroke('['), stroke(']'), stroke('{', { shiftKey: true }), stroke(']', { shiftKey: true })].map(turnOf)).toEqual([
      { by: 1, degrees: 15 }, { by: -1, degrees: 15 }, { by: 1, degrees: 1 }, { by: -1, degrees: 1 },
    ])
    expect([stroke('r'), stroke('[', { ctrlKey: true })].map(turnOf)).toEqual([undefined, undefined])
  })

  it('knows its commands', () => {
    expect(commandOf(stroke('u'))).toBe('undo')
    expect(commandOf(stroke('U', { shiftKey: true }))).toBe('undo')
    expect(commandOf(stroke('?', { shiftKey: true }))).toBe('help')
    expect(commandOf(stroke('k', { ctrlKey: true }))).toBe('commands')
    expect(commandOf(stroke('K', { metaKey: true }))).toBe('commands')
    expect(commandOf(stroke('ArrowLeft', { shiftKey: true }))).toBe('panLeft')
    expect(commandOf(stroke('ArrowLeft'))).toBeUndefined()
  })

  it('leaves the browser its own', () => {
    expect(commandOf(stroke('r', { ctrlKey: true }))).toBeUndefined()
    expect(commandOf(stroke('l', { metaKey: true }))).toBeUndefined()
    expect(digitOf(stroke('1', { altKey: true }))).toBeUndefined()
  })

  it('counts list entries from one', () => {
    expect(digitOf(stroke('1'))).toBe(0)
    expect(digitOf(stroke('9'))).toBe(8)
    expect(digitOf(stroke('0'))).toBeUndefined()
  })

  it('has words for every key it shows', () => {
    for (const { code } of KEYS) expect(words).toHaveProperty([code])
  })
})
