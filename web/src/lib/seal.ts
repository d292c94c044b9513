// Sealed dice: thrown again in this browser from the seed that was promised, and from the words of the players. The page does its own
// arithmetic, so that nobody has to take the server's word; crypto.subtle would be missing on a plain http address.

import type { Opened, SealedRoll } from './types'

const ROUNDS = 64

/** The first bits of the fractions of roots of the first primes: what SHA-256 begins and goes on with. */
function roots(): { begin: number[]; constants: number[] } {
  const begin: number[] = []
  const constants: number[] = []
  const bits = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0
  for (let candidate = 2; constants.length < ROUNDS; candidate += 1) {
    let prime = true
    for (let by = 2; by * by <= candidate; by += 1) if (candidate % by === 0) prime = false
    if (!prime) continue
    if (begin.length < 8) begin.push(bits(Math.sqrt(candidate)))
    constants.push(bits(Math.cbrt(candidate)))
  }
  return { begin, constants }
}

const { begin: BEGIN, constants: CONSTANTS } = roots()

/** SHA-256 of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0)
  const state = [...BEGIN]
  const words = new Array<number>(ROUNDS).fill(0)
  const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by))
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < ROUNDS; n += 1) {
      if (n < 16) words[n] = view.getUint32(block + n * 4) | 0
      else {
        const [early, late] = [words[n - 15]!, words[n - 2]!]
        const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
        const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
        words[n] = (words[n - 16]! + first + words[n - 7]! + second) | 0
      }
    }
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    for (let n = 0; n < ROUNDS; n += 1) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const one = (h + mixed + ((e & f) ^ (~e & g)) + CONSTANTS[n]! + words[n]!) | 0
      const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((value, n) => (state[n] = (state[n]! + value) | 0))
  }
  const found = new DataView(new ArrayBuffer(32))
  state.forEach((value, n) => found.setUint32(n * 4, value))
  return new Uint8Array(found.buffer)
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const found = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    found.set(part, at)
    at += part.length
  }
  return found
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(64)
  whole.set(key.length > 64 ? sha256(key) : key)
  const within = sha256(joined(whole.map((byte) => byte ^ 0x36), message))
  return sha256(joined(whole.map((byte) => byte ^ 0x5c), within))
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const unhex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number(`0x${pair}`))

/** What is promised of a seed before the first die. */
export function commitmentOf(seed: string): string {
  return hex(sha256(joined(utf8('fireteam seed\n'), unhex(seed))))
}

/** Numbers below `ways`, each as likely as any other. */
function* even(key: Uint8Array, name: string, ways: number): Generator<number, never> {
  let width = 1
  while (256 ** width < ways) width += 1
  const fair = Math.floor(256 ** width / ways) * ways
  let left: number[] = []
  for (let block = 0; ; block += 1) {
    left.push(...hmac(key, utf8(`${name} ${block}`)))
    while (left.length >= width) {
      const value = left.slice(0, width).reduce((sum, byte) => sum * 256 + byte, 0)
      left = left.slice(width)
      if (value < fair) yield value % ways
    }
  }
}

export type Faces = (number | string | number[])[]

/** The faces of a roll, as the seed and the words have them. */
export function facesOf(key: Uint8Array, roll: SealedRoll): Faces {
  if (roll.bag !== undefined) {
    const total = roll.bag.reduce((sum, [, weight]) => sum + weight, 0)
    let place = even(key, `bag ${roll.name ?? ''}`, total).next().value
    for (const [label, weight] of roll.bag) {
      if (place < weight) return [label]
      place -= weight
    }
    return []
  }
  const sides = roll.sides ?? 6
  const faces = even(key, `roll ${roll.index}`, sides)
  if (roll.pools === undefined) return Array.from({ length: roll.count ?? 1 }, () => 1 + faces.next().value)
  return roll.pools.map((count) => {
    const pool: number[] = []
    for (let left = count; left > 0; left -= 1) {
      const face = 1 + faces.next().value
      pool.push(face)
      if (face === sides) left += 1
    }
    return pool
  })
}

export function keyOf(seed: string, words: Record<string, string>): Uint8Array {
  const said = Object.entries(words)
    .sort(([one], [other]) => Number(one) - Number(other))
    .flatMap(([seat, word]) => [utf8(`${seat} ${utf8(word).length} `), utf8(word), utf8('\n')])
  return hmac(unhex(seed), joined(utf8('fireteam dice\n'), ...said))
}

/** What this browser has kept of a match's dice: the promise as it was first shown, and the word it has said, if its word counted. */
export type Kept = { commitment: string; word?: string }
export type Checked = { rolls: number; dice: number; fault?: 'promise' | 'seed' | 'word' | 'die'; at?: number }

/** Throw every die again; the first thing that is not as it was promised. */
export function check(opened: Opened, kept: Kept | undefined, own: number[]): Checked {
  const found: Checked = { rolls: 0, dice: 0 }
  if (kept !== undefined && kept.commitment !== opened.commitment) return { ...found, fault: 'promise' }
  if (opened.seed === undefined || commitmentOf(opened.seed) !== opened.commitment) return { ...found, fault: 'seed' }
  if (kept?.word !== undefined && own.some((seat) => opened.words[String(seat)] !== kept.word)) return { ...found, fault: 'word' }
  const key = keyOf(opened.seed, opened.words)
  for (const roll of opened.rolls ?? []) {
    if (roll.index < opened.since) continue
    if (JSON.stringify(facesOf(key, roll)) !== JSON.stringify(roll.faces)) return { ...found, fault: 'die', at: roll.index }
    found.rolls += 1
    found.dice += roll.faces.flat().length
  }
  return found
}

const KEY = 'fireteam.seal.'

export function keptSeal(match: string): Kept | undefined {
  try {
    return JSON.parse(localStorage.getItem(KEY + match) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function keepSeal(match: string, kept: Kept): void {
  try {
    localStorage.setItem(KEY + match, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing can still throw the dice again; it only has nothing to compare the promise with.
  }
}

/** A word that nobody can guess, said for whoever types none. */
export function anyWord(): string {
  return hex(crypto.getRandomValues(new Uint8Array(12)))
}
