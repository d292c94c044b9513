// Dice that lie before a side and are spent by choices: which choices a handful of them may mean.

import type { Option } from './types'

/** So many dice of each name. */
export type Handful = Record<string, number>

function holds(more: Handful, less: Handful): boolean {
  return Object.entries(less).every(([name, count]) => (more[name] ?? 0) >= count)
}

function size(handful: Handful): number {
  return Object.values(handful).reduce((sum, count) => sum + count, 0)
}

/** The choices that take exactly these dice, and whether more of them could be taken. */
export function spending(options: Option[], taken: Handful): { options: Option[]; more: boolean } {
  const able = options.filter((option) => option.spends !== undefined && holds(option.spends, taken))
  const exact = able.filter((option) => size(option.spends ?? {}) === size(taken))
  return { options: size(taken) > 0 ? exact : [], more: able.length > exact.length }
}

/** A die more or, if it lay there already, a die less. */
export function turned(taken: Handful, name: string, number: number): Handful {
  const had = taken[name] ?? 0
  return { ...taken, [name]: number < had ? had - 1 : had + 1 }
}
