// The order of choices: the same on the board, in the list and in the command list.

import type { Option } from './types'

/** Options group by group; what is neither on the board nor a matter of dice (ending, passing) comes after what is. */
export function listed(options: Option[]): Option[] {
  const groups = new Map<string, Option[]>()
  for (const option of options) {
    const group = groups.get(option.group)
    if (group) group.push(option)
    else groups.set(option.group, [option])
  }
  const does = (group: Option[]): boolean => group.some((option) => option.place !== undefined || option.chance)
  const all = [...groups.values()]
  return [...all.filter(does), ...all.filter((group) => !does(group))].flat()
}
