import { expect, it } from 'vitest'
import { BADGE, placeBadges, type Round } from './badges'
import type { Box } from './board'

const frame = { x: 0, y: 0, width: 3000, height: 2200 }
const INV = 3
const piece = (x: number, y: number, radius = 63): Round => ({ at: [x, y], radius })

function boxes(targets: Round[], pieces: Round[] = targets, turned = false): Box[] {
  const [width, height] = turned ? [BADGE.height * INV, BADGE.width * INV] : [BADGE.width * INV, BADGE.height * INV]
  return placeBadges(targets, pieces, [], frame, INV, turned).map(({ at }) => ({ x: at[0] - width / 2, y: at[1] - height / 2, width, height }))
}

const apart = (a: Box, b: Box): boolean => a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height || b.y >= a.y + a.height

it('stands above its piece where there is room', () => {
  const [one] = placeBadges([piece(1000, 1000)], [piece(1000, 1000)], [], frame, INV)
  expect(one?.at[0]).toBe(1000)
  expect(one?.at[1]).toBe(1000 - 63 - 6 * INV - (BADGE.height / 2) * INV)
})

it('stays inside the frame at its corners', () => {
  for (const [x, y] of [[70, 70], [2930, 70], [70, 2130], [2930, 2130]] as const) {
    const [box] = boxes([piece(x, y)])
    expect(box!.x).toBeGreaterThanOrEqual(0)
    expect(box!.y).toBeGreaterThanOrEqual(0)
    expect(box!.x + box!.width).toBeLessThanOrEqual(3000)
    expect(box!.y + box!.height).toBeLessThanOrEqual(2200)
  }
})

it('keeps the badges of a crowd of seven apart from each other', () => {
  const crowd = [piece(1000, 1000), piece(1150, 1000), piece(1300, 1010), piece(1080, 1150), piece(1230, 1160), piece(1600, 900), piece(900, 1300)]
  const found = boxes(crowd)
  for (const [place, box] of found.entries()) expect(found.slice(place + 1).every((other) => apart(box, other))).toBe(true)
})

it('does not cover a piece beside the target where another place is free', () => {
  const [target, above] = [piece(1000, 1000), piece(1000, 860)]
  const [box] = boxes([target], [target, above])
  expect(apart(box!, { x: 937, y: 797, width: 126, height: 126 })).toBe(true)
  expect(apart(box!, { x: 937, y: 937, width: 126, height: 126 })).toBe(true)
})

it('lies across on a board that stands upright', () => {
  const [box] = boxes([piece(1000, 1000)], [], true)
  expect(box!.height).toBeGreaterThan(box!.width)
  expect(apart(box!, { x: 937, y: 937, width: 126, height: 126 })).toBe(true)
})

it('covers no name where there is another place', () => {
  const name = { x: 900, y: 800, width: 300, height: 60 }
  const [one] = placeBadges([piece(1000, 1000)], [piece(1000, 1000)], [name], frame, INV)
  const [width, height] = [BADGE.width * INV, BADGE.height * INV]
  expect(apart({ x: one!.at[0] - width / 2, y: one!.at[1] - height / 2, width, height }, name)).toBe(true)
})
