// Dice that lie on the table and are taken by choices: which choices a handful of them may mean, and what that changes.

import type { Die, OddsReply, Option } from './types'

/** Whether each of these dice can stand for another list: dice of one list are alike. */
function fits(groups: number[][], dice: number[]): boolean {
  const [first, ...rest] = dice
  if (first === undefined) return true
  return groups.some((group, index) => group.includes(first) && fits(groups.filter((_, other) => other !== index), rest))
}

/** The choices that take exactly these dice, and whether some would take more. */
export function taking(options: Option[], dice: number[]): { options: Option[]; more: boolean } {
  const able = options.filter((option) => option.dice !== undefined && option.dice.length >= dice.length && fits(option.dice, dice))
  const exact = able.filter((option) => option.dice?.length === dice.length)
  return { options: dice.length > 0 ? exact : [], more: able.length > exact.length }
}

/** Whether a die may be taken with those that were taken already. */
export function isTakeable(options: Option[], dice: number[], place: number): boolean {
  const { options: exact, more } = taking(options, [...dice, place])
  return exact.length > 0 || more
}

/** The dice that a question is about: those that choices take, and what was rolled with them; none if it is not about dice. */
export function dicePlaces(options: Option[], dice: Die[]): number[] {
  const taken = new Set(options.flatMap((option) => option.dice?.flat() ?? []))
  const pools = new Set([...taken].map((place) => poolOf(dice[place])))
  return dice.flatMap((die, place) => (pools.has(poolOf(die)) ? [place] : []))
}

function poolOf(die: Die | undefined): string {
  return die === undefined ? '' : `${die.seat} ${die.pool ?? die.name}`
}

/** The chance that decides in the odds of a choice: the first that is no price. */
export function decisive(reply: OddsReply | undefined): { text: string; chance: number } | undefined {
  return reply?.unsolved ? undefined : reply?.totals.find((total) => !total.cost)
}

/** By how many points of a hundred a choice is better than another, in the number that decides; nothing if they tell of different ones. */
export function gain(reply: OddsReply | undefined, other: OddsReply | undefined): number | undefined {
  const mine = decisive(reply)
  const theirs = decisive(other)
  if (!mine || !theirs || mine.text !== theirs.text) return undefined
  return Math.round((mine.chance - theirs.chance) * 100)
}
