// The one choice of a question that lets the rest be: it ends something, passes, keeps the dice.

import type { Option } from './types'

/** Something that is done: it is on the board, it is rolled for, or it costs something. */
function does(option: Option): boolean {
  return option.place !== undefined || option.chance === true || (option.cost ?? 0) > 0 || option.spends !== undefined
}

/**
 * What a question is closed by: its only choice, the one that declines, or the one that does nothing while all others
 * of its group do something. Options come in the order of the list.
 */
export function closingOf(options: Option[]): Option | undefined {
  if (options.length <= 1) return options[0]
  const declining = options.filter((option) => option.declines)
  if (declining.length > 0) return declining.length === 1 ? declining[0] : undefined
  const last = options.at(-1)
  if (last === undefined || does(last)) return undefined
  const group = options.filter((option) => option.group === last.group && option !== last)
  return group.every(does) ? last : undefined
}
