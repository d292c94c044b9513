import { describe, expect, it } from 'vitest'
import { check, commitmentOf, facesOf, hex, hmac, keyOf, sha256 } from './seal'
import type { Opened } from './types'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
/** Thrown by `fireteam.core.sealed`. */
const OPENED: Opened = {
  commitment: '193a38e405840c720211c089d2397249116de0fde4cb49db6d3b7af1130b032d',
  seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  since: 0,
  words: { 0: 'owl', 1: 'élan' },
  rolls: [
    { index: 0, sides: 6, count: 50, faces: [6, 2, 5, 3, 4, 2, 3, 2, 6, 4, 3, 5, 1, 6, 2, 5, 3, 3, 5, 4, 2, 6, 3, 5, 5, 6, 5, 3, 2, 2, 4, 5, 1, 4, 2, 4, 2, 6, 3, 4, 5, 6, 1, 2, 1, 2, 3, 4, 1, 1] },
    { index: 1, sides: 1000, count: 4, faces: [830, 8, 715, 148] },
    { index: 7, sides: 20, count: 2, faces: [16, 5] },
    { index: 8, sides: 3, pools: [4, 2], faces: [[3, 3, 1, 1, 2, 3, 1], [2, 1]] },
    { index: 9, bag: [['black', 2], ['none', 0], ['white', 1]], name: 'bag 1', faces: ['black'] },
  ],
}

describe('SHA-256', () => {
  it('is the standard one', () => {
    expect(hex(sha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hex(sha256(bytes('a'.repeat(1000))))).toBe('41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3')
    for (const [length, start] of [[55, '9f4390f8d30c2dd9'], [56, 'b35439a4ac6f0948'], [64, 'ffe054fe7ae0cb6d']] as const) {
      expect(hex(sha256(bytes('a'.repeat(length)))).slice(0, 16)).toBe(start)
    }
    expect(hex(hmac(bytes('key'), bytes('The quick brown fox jumps over the lazy dog')))).toBe(
      'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    )
  })
})

describe('sealed dice', () => {
  it('fall here as the server threw them', () => {
    expect(commitmentOf(OPENED.seed!)).toBe(OPENED.commitment)
    const key = keyOf(OPENED.seed!, OPENED.words)
    for (const roll of OPENED.rolls!) expect(facesOf(key, roll)).toEqual(roll.faces)
    const checked = check(OPENED, { commitment: OPENED.commitment, word: 'élan' }, [1])
    expect(checked).toEqual({ rolls: 5, dice: OPENED.rolls!.flatMap((roll) => roll.faces.flat()).length })
  })

  it('are told from those that were promised otherwise', () => {
    const kept = { commitment: OPENED.commitment, word: 'élan' }
    expect(check(OPENED, { ...kept, commitment: 'another' }, [1]).fault).toBe('promise')
    expect(check({ ...OPENED, seed: '00'.repeat(32) }, kept, [1]).fault).toBe('seed')
    expect(check({ ...OPENED, words: { ...OPENED.words, 1: 'cat' } }, kept, [1]).fault).toBe('word')
    expect(check({ ...OPENED, words: { ...OPENED.words, 0: 'cat' } }, kept, [1]).fault).toBe('die')
    const wrong = OPENED.rolls!.map((roll, place) => (place === 2 ? { ...roll, faces: [1, 1] } : roll))
    expect(check({ ...OPENED, rolls: wrong }, kept, [1])).toMatchObject({ rolls: 2, fault: 'die', at: 7 })
    expect(check({ ...OPENED, rolls: wrong, since: 8 }, kept, [1]).fault).toBeUndefined()
  })
})
