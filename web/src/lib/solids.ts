// Dice as solids: which faces they have, how each lies, and how the whole must be turned so that one of them looks at you.

import type { Fate } from './types'

/** The pips of a face as cells of a grid of three by three, counted from 1. */
export const PIPS: readonly (readonly number[])[] = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]]

/** The sign at the corner of a die that met a fate, in a box of 24; what only counts or does not count has none. */
export const FATE_MARKS: Partial<Record<Fate, string>> = {
  critical: 'm12 1.5 3.2 6.8 7.3.9-5.4 5 1.4 7.3-6.5-3.6-6.5 3.6 1.4-7.3-5.4-5 7.3-.9z',
  blocked: 'M12 1.5 21 4.5v7c0 5.5-3.7 9-9 11-5.3-2-9-5.5-9-11v-7z',
  save: 'M12 1.5 21 4.5v7c0 5.5-3.7 9-9 11-5.3-2-9-5.5-9-11v-7z',
  kept: 'M10 4h4v6h6v4h-6v6h-4v-6H4v-4h6z',
  rerolled: 'M12 4V0l6 6-6 6V8a5 5 0 1 0 5 5h4a9 9 0 1 1-9-9z',
}

/** A cube with pips, an octahedron with numerals, or a flat gem with a numeral for all that is neither. */
export type Solid = 'cube' | 'octahedron' | 'gem'

/** The angle between the axis of an octahedron and its faces. */
const TILT = 35.264
const CUBE: Record<number, [number, number]> = { 1: [0, 0], 2: [0, 90], 3: [-90, 0], 4: [90, 0], 5: [0, -90], 6: [0, 180] }
/** So much a die that lies there is turned: one sees that it is a solid. */
const LEAN: [number, number] = [-16, 14]

/** What a die looks like: by its sides, and by whether its face is a number. A die of three sides is one of six that is read by halves. */
export function solidOf(sides: number, face: number | string): Solid {
  if (typeof face !== 'number') return 'gem'
  if ((sides === 6 || sides === 3) && face >= 1 && face <= 6) return 'cube'
  return sides === 8 && face >= 1 && face <= 8 ? 'octahedron' : 'gem'
}

/** How a face of a solid lies: the transform that brings it from the front to its place. */
export function facePlace(solid: Solid, face: number): string {
  if (solid === 'cube') {
    const [x, y] = CUBE[face] ?? [0, 0]
    return `rotateX(${x}deg) rotateY(${y}deg) translateZ(calc(var(--die) / 2))`
  }
  const around = ((face - 1) % 4) * 90
  return `rotateY(${around}deg) translateZ(calc(var(--edge) / 2)) rotateX(${face <= 4 ? TILT : -TILT}deg)`
}

/** How a solid rests when a face looks at you: always the same for the same face. */
export function restOf(solid: Solid, face: number): string {
  if (solid === 'gem') return 'none'
  if (solid === 'cube') {
    const [x, y] = CUBE[face] ?? [0, 0]
    return `rotateX(${LEAN[0]}deg) rotateY(${LEAN[1]}deg) rotateY(${-y}deg) rotateX(${-x}deg)`
  }
  return `rotateX(${face <= 4 ? -TILT : TILT}deg) rotateY(${-((face - 1) % 4) * 90}deg)`
}

/** How often and which way a die spins while it is thrown, in whole turns about three axes: no two neighbours alike. */
export function spinOf(place: number): [number, number, number] {
  const turns = (salt: number): number => (1 + ((place * 7 + salt * 5) % 2)) * ((place + salt) % 2 === 0 ? 360 : -360)
  return [turns(1), turns(2), turns(3)]
}
