import { describe, expect, it } from 'vitest'
import { placeBeside, type Field } from './beside'
import type { Box } from './board'
import { overlap } from './labels'

const field: Field = { width: 800, height: 600, names: [], pieces: [], target: { x: 380, y: 280, width: 40, height: 40 } }

function covers(box: Box, others: Box[]): number {
  return others.filter((other) => overlap(box, other) > 0).length
}

function gap(a: Box, b: Box): number {
  return Math.max(b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height)
}

describe('the place beside something', () => {
  it('is beside the target, and not on it', () => {
    const box = placeBeside(200, 80, field)
    expect(covers(box, [field.target!])).toBe(0)
    expect(gap(box, field.target!)).toBeLessThanOrEqual(12)
  })

  it('is on another side where a name or a piece is', () => {
    for (const kind of ['names', 'pieces'] as const) {
      const others = [{ x: 500, y: 290, width: 60, height: 14 }]
      const box = placeBeside(200, 80, { ...field, [kind]: others })
      expect(covers(box, [...others, field.target!])).toBe(0)
    }
  })

  it('is rather on a piece than on a name', () => {
    const names = [{ x: 0, y: 0, width: 800, height: 240 }, { x: 0, y: 360, width: 800, height: 240 }, { x: 0, y: 0, width: 370, height: 600 }]
    const box = placeBeside(200, 80, { ...field, names, pieces: [{ x: 500, y: 280, width: 40, height: 40 }] })
    expect(covers(box, names)).toBe(0)
  })

  it('is far away where names are all around', () => {
    const names = [{ x: 130, y: 100, width: 670, height: 500 }]
    const box = placeBeside(200, 60, { ...field, names })
    expect(covers(box, names)).toBe(0)
  })

  it('leaves the line of fire free, and stays on the board', () => {
    const box = placeBeside(200, 80, { ...field, from: [780, 300] })
    expect(covers(box, [{ x: 400, y: 299, width: 380, height: 2 }])).toBe(0)
    const corner = placeBeside(200, 80, { ...field, target: { x: 780, y: 590, width: 40, height: 40 } })
    expect(corner.x + corner.width).toBeLessThanOrEqual(800 - 12)
    expect(corner.y + corner.height).toBeLessThanOrEqual(600 - 12)
  })

  it('covers as little of the target as can be where there is no room', () => {
    const target = { x: 80, y: 40, width: 40, height: 40 }
    const box = placeBeside(90, 80, { ...field, width: 200, height: 120, target })
    expect(overlap(box, target)).toBe(22 * 40)
  })

  it('stays where it is unless a name would be covered', () => {
    const now: [number, number] = [150, 100]
    expect(placeBeside(200, 80, { ...field, now })).toMatchObject({ x: 150, y: 100 })
    const names = [{ x: 160, y: 110, width: 60, height: 14 }]
    expect(covers(placeBeside(200, 80, { ...field, now, names }), names)).toBe(0)
  })

  it('is at the upper edge without a target', () => {
    const { target: _target, ...bare } = field
    expect(placeBeside(200, 80, bare)).toMatchObject({ x: 300, y: 12 })
  })
})
