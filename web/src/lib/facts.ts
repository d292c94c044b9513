// The facts of a game in the order in which they are told, and what its goal's objectives stand at.

import { text } from './messages'
import type { GoalMark, Scene, Side, Status } from './types'

const LAST = 99

/** All facts, those of rank first. A patch puts what is new at the end of them: only ranks and labels keep an order. */
export function factsOf(scene: Scene): [string, Status][] {
  return Object.entries(scene.status).sort(
    ([, a], [, b]) => (a.rank ?? LAST) - (b.rank ?? LAST) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
  )
}

/** How one objective stands, in words. */
export function standing(mark: GoalMark, sides: Side[]): string {
  if (mark.done !== undefined) return text(mark.done ? 'goal.done' : 'goal.open')
  if (mark.holder === undefined) return text('goal.free')
  const side = sides[mark.holder]
  return side ? text('goal.held', { name: side.name }) : text('goal.contested')
}
