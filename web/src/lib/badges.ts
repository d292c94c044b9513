// Where the badges of targets go: each beside its piece, clear of pieces, of names, of other badges and of the edge. Pure functions.

import type { Box, Spot } from './board'

/** The size of a badge on the screen, in CSS pixels. */
export const BADGE = { width: 76, height: 34 }
const GAP = 6
/** No piece is drawn smaller than so many CSS pixels across. */
const LEAST = 28

export type Round = { at: Spot; radius: number }
export type Placed<T> = { target: T; at: Spot }

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function around(at: Spot, width: number, height: number): Box {
  return { x: at[0] - width / 2, y: at[1] - height / 2, width, height }
}

/** Twelve places round a piece, the ones that belong to it most clearly first. */
function spotsRound({ at: [x, y], radius }: Round, width: number, height: number, gap: number): Spot[] {
  const r = radius + gap
  const side = r + width / 2
  const over = r + height / 2
  return [
    [x, y - over], [x + side, y], [x - side, y], [x, y + over],
    [x + side, y - r], [x - side, y - r], [x + side, y + r], [x - side, y + r],
    [x, y - over - height], [x, y + over + height], [x + side + width / 2, y - r], [x - side - width / 2, y - r],
  ]
}

/**
 * A place for each badge, in the order given, which is that of their worth; `inv`: hundredths of the board in a CSS pixel; `names`: where
 * something is written; `turned`: the board stands upright, so that a badge is as high on it as it is wide on the screen.
 */
export function placeBadges<T extends Round>(targets: T[], pieces: Round[], names: Box[], frame: Box, inv: number, turned = false): Placed<T>[] {
  const [wide, high] = turned ? [BADGE.height, BADGE.width] : [BADGE.width, BADGE.height]
  const [width, height, gap] = [wide * inv, high * inv, GAP * inv]
  const grown = (round: Round): Round => ({ at: round.at, radius: Math.max(round.radius, (LEAST / 2) * inv) })
  const tokens = pieces.map(grown).map(({ at, radius }) => around(at, 2 * radius, 2 * radius))
  const taken: Box[] = []
  return targets.map((target) => {
    let best = { cost: Infinity, at: target.at, box: around(target.at, width, height) }
    for (const [place, at] of spotsRound(grown(target), width, height, gap).entries()) {
      const box = around(at, width, height)
      const outside =
        box.x < frame.x || box.y < frame.y || box.x + box.width > frame.x + frame.width || box.y + box.height > frame.y + frame.height
      const cost =
        place * 0.4 + (outside ? 30 : 0) + 40 * taken.filter((other) => overlap(box, other)).length + 9 * tokens.filter((other) => overlap(box, other)).length +
        20 * names.filter((other) => overlap(box, other)).length
      if (cost < best.cost) best = { cost, at, box }
    }
    taken.push(best.box)
    return { target, at: best.at }
  })
}
