import { describe, expect, it } from 'vitest'
import { spending, turned } from './spending'
import type { Option } from './types'

function option(key: string, spends?: Record<string, number>): Option {
  return { key, text: key, group: '', rules: [], ...(spends ? { spends } : {}) }
}

describe('dice that are spent', () => {
  const options = [option('none'), option('one', { Red: 1 }), option('two', { Red: 2 }), option('both', { Red: 1, Blue: 1 }), option('blue', { Blue: 1 })]

  it('means the choices that take just these dice, and says whether more could be taken', () => {
    expect(spending(options, {})).toEqual({ options: [], more: true })
    expect(spending(options, { Red: 1 })).toEqual({ options: [options[1]], more: true })
    expect(spending(options, { Red: 2 })).toEqual({ options: [options[2]], more: false })
    expect(spending(options, { Blue: 1, Red: 1 })).toEqual({ options: [options[3]], more: false })
    expect(spending(options, { Blue: 2 })).toEqual({ options: [], more: false })
  })

  it('takes a die that was not taken, and puts back one that was', () => {
    expect(turned({}, 'Red', 0)).toEqual({ Red: 1 })
    expect(turned({ Red: 1 }, 'Red', 1)).toEqual({ Red: 2 })
    expect(turned({ Red: 2 }, 'Red', 0)).toEqual({ Red: 1 })
  })
})
