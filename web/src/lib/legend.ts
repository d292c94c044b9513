// What the tokens of a game may show: samples for its legend, drawn as on the board.

import { barsOf } from './tokens'
import type { Code } from './messages'
import type { Piece, Scene, Stance, State } from './types'

export type Sample = { id: string; piece: Pick<Piece, 'kind' | 'form' | 'mark'> & Partial<Piece>; name: Code; text: Code; done?: boolean; count?: number }

const STATES: Partial<Record<State, [Code, Code]>> = {
  ready: ['legend.ready', 'legend.readyText'],
  active: ['legend.active', 'legend.activeText'],
  done: ['legend.done', 'legend.doneText'],
}
const STANCES: Partial<Record<Stance, [Code, Code]>> = {
  hidden: ['legend.hidden', 'legend.hiddenText'],
  watching: ['legend.watching', 'legend.watchingText'],
  down: ['legend.down', 'legend.downText'],
}

/** Every mark that a member, an objective or a thing of this scene may wear; with the form and the figure of one that stands there. */
export function samplesOf(scene: Scene): Sample[] {
  const pieces = Object.values(scene.pieces)
  const members = pieces.filter((piece) => piece.kind === 'member')
  const roles = Object.values(scene.cards).flatMap((card) => card.role ?? [])
  const side = scene.sides[0]
  const member = (more: Partial<Piece>): Sample['piece'] => ({
    kind: 'member', form: side?.form ?? 'disc', mark: '', seat: 0, role: members[0]?.role ?? roles[0] ?? 'rifleman', wounds: [10, 10], ...more,
  })
  const found: Sample[] = [{ id: 'ring', piece: member({ wounds: [7, 10] }), name: 'legend.ring', text: 'legend.ringText' }]
  for (const [state, [name, text]] of Object.entries(STATES)) found.push({ id: state, piece: member({ state: state as State }), name, text })
  for (const [stance, [name, text]] of Object.entries(STANCES)) {
    // How members of a game may stand is seen from those who are there: open alone says nothing of it.
    if (members.some((piece) => piece.stance !== undefined)) found.push({ id: stance, piece: member({ stance: stance as Stance }), name, text })
  }
  if (members.some((piece) => piece.facing !== undefined)) {
    found.push({ id: 'facing', piece: member({ facing: 35 }), name: 'legend.facing', text: 'legend.facingText' })
  }
  const highest = Math.max(0, ...Object.values(scene.parts).map((part) => part.level ?? 0))
  if (barsOf(highest) > 0) found.push({ id: 'bars', piece: member({ level: highest }), name: 'legend.bars', text: 'legend.barsText' })
  found.push({ id: 'count', piece: member({}), count: 2, name: 'legend.count', text: 'legend.countText' })
  const objective = pieces.find((piece) => piece.kind === 'objective')
  if (objective) {
    const plate = { kind: objective.kind, form: objective.form, mark: objective.mark }
    found.push({ id: 'objective', piece: { ...plate, holder: 0 }, name: 'legend.objective', text: 'legend.objectiveText' })
    if (scene.goal) found.push({ id: 'objective-done', piece: { ...plate, holder: 0 }, done: true, name: 'legend.finished', text: 'legend.finishedText' })
  }
  const thing = pieces.find((piece) => piece.kind === 'token')
  if (thing) found.push({ id: 'token', piece: { kind: thing.kind, form: thing.form, mark: thing.mark }, name: 'legend.thing', text: 'legend.thingText' })
  return found
}
