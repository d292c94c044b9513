import { describe, expect, it } from 'vitest'
import { decisive, dicePlaces, gain, isTakeable, taking } from './taking'
import type { Die, OddsReply, Option } from './types'

function option(key: string, dice?: number[][]): Option {
  return { key, text: key, group: '', rules: [], ...(dice ? { dice } : {}) }
}

function die(name: string, face: number, more: Partial<Die> = {}): Die {
  return { name, seat: 0, face, sides: 6, state: 'live', ...more }
}

function odds(text: string, chance: number): OddsReply {
  return {
    type: 'odds', re: '', key: '', exact: true, bound: 0, unsolved: false, samples: 0, aim: '', aims: [], value: 0, chances: [], harms: [],
    totals: [{ text: 'a price', chance: 1, exact: '1', mean: 1, cost: true }, { text, chance, exact: '', mean: 1 }], spreads: [], reasons: [], ms: 0,
  }
}

const KEEP = option('keep')
const ONE = option('one', [[0, 2]])
const TWO = option('two', [[0, 2], [0, 2]])
const MIXED = option('mixed', [[0, 2], [1]])

describe('dice that choices take', () => {
  it('means one choice by any of the dice that are alike', () => {
    expect(taking([KEEP, ONE], [0])).toEqual({ options: [ONE], more: false })
    expect(taking([KEEP, ONE], [2])).toEqual({ options: [ONE], more: false })
    expect(taking([KEEP, ONE], [1])).toEqual({ options: [], more: false })
    expect(taking([KEEP, ONE], [])).toEqual({ options: [], more: true })
  })

  it('takes several together, one of each list', () => {
    const all = [KEEP, ONE, TWO, MIXED]
    expect(taking(all, [0])).toEqual({ options: [ONE], more: true })
    expect(taking(all, [0, 2])).toEqual({ options: [TWO], more: false })
    expect(taking(all, [1, 2])).toEqual({ options: [MIXED], more: false })
    expect(isTakeable(all, [1], 0)).toBe(true)
    expect(isTakeable([KEEP, ONE], [0], 2)).toBe(false)
  })

  it('shows what was rolled with them, and nothing where no choice takes a die', () => {
    const tray = [die('mine', 1), die('mine', 5), die('mine', 1), die('yours', 4, { seat: 1 }), die('mine', 6, { replaces: 0 })]
    expect(dicePlaces([KEEP, ONE], tray)).toEqual([0, 1, 2, 4])
    expect(dicePlaces([KEEP], tray)).toEqual([])
  })
})

describe('what a die changes', () => {
  it('is the difference in the first number that is no price', () => {
    expect(decisive(odds('out of action', 0.96))?.chance).toBe(0.96)
    expect(gain(odds('out of action', 0.63), odds('out of action', 0.96))).toBe(-33)
    expect(gain(odds('out of action', 0.63), odds('wounds', 0.96))).toBeUndefined()
    expect(gain(undefined, odds('out of action', 0.96))).toBeUndefined()
    expect(decisive({ ...odds('out of action', 1), unsolved: true })).toBeUndefined()
  })
})
