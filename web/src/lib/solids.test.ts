import { describe, expect, it } from 'vitest'
import { facePlace, PIPS, restOf, solidOf, spinOf } from './solids'

type Turn = [string, number]

/** The turns of a transform about axes, in their order. */
function turns(transform: string): Turn[] {
  return [...transform.matchAll(/rotate([XYZ])\((-?[\d.]+)deg\)/g)].map((found): Turn => [found[1] ?? '', Number(found[2])])
}

/** A direction after the turns of a transform, as CSS has them: the last one first. */
function turned(transform: string, [x, y, z]: [number, number, number]): [number, number, number] {
  for (const [axis, degrees] of turns(transform).reverse()) {
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
    if (axis === 'X') [y, z] = [y * cos - z * sin, y * sin + z * cos]
    else if (axis === 'Y') [x, z] = [x * cos + z * sin, -x * sin + z * cos]
  }
  return [x, y, z]
}

describe('solids', () => {
  it('are cubes, octahedra, or gems for all that is neither', () => {
    expect([solidOf(6, 4), solidOf(3, 2), solidOf(8, 8), solidOf(10, 7), solidOf(6, '–'), solidOf(0, 'A thing')]).toEqual([
      'cube', 'cube', 'octahedron', 'gem', 'gem', 'gem',
    ])
  })

  it('have as many pips as they show', () => {
    expect(PIPS.map((pips) => pips.length)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('rest so that the face which fell looks at you, and no other as much', () => {
    for (const [solid, sides] of [['cube', 6], ['octahedron', 8]] as const) {
      for (let face = 1; face <= sides; face += 1) {
        const rest = restOf(solid, face)
        const looks = Array.from({ length: sides }, (_, index) => turned(`${rest} ${facePlace(solid, index + 1)}`, [0, 0, 1])[2])
        expect(looks.indexOf(Math.max(...looks)) + 1, `${solid} ${face}`).toBe(face)
        expect(looks[face - 1], `${solid} ${face}`).toBeGreaterThan(0.9)
      }
    }
  })

  it('have opposite faces that make seven', () => {
    for (const face of [1, 2, 3]) {
      const [a, b] = [face, 7 - face].map((one) => turned(facePlace('cube', one), [0, 0, 1]))
      expect(a?.map(Math.round).map((one) => one + 0)).toEqual(b?.map((one) => -Math.round(one) + 0))
    }
  })

  it('spin by whole turns, so that they end as they rest', () => {
    for (let place = 0; place < 12; place += 1) for (const spin of spinOf(place)) expect(Math.abs(spin) % 360).toBe(0)
    expect(spinOf(0)).not.toEqual(spinOf(1))
  })
})
