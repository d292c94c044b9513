// Lines of sight as they are drawn on a board: one that something stops ends there.

import type { Mark } from './types'

/** A mark as it is drawn; `passes`: it goes on, or is only what another one ends at, and has no end of its own. */
export type Drawn = Mark & { passes?: boolean }

/** Marks of which every line of sight that is stopped ends where it is, and what stops it is only a wall. */
export function drawnMarks(marks: Mark[]): Drawn[] {
  const stops = marks.some(isStopped)
  return marks.map((mark) => {
    if (isStopped(mark)) {
      const { start, met = [] } = mark.ray
      const heights: [number, number] = [start[2] ?? 0, met[2] ?? 0]
      return { ...mark, kind: 'blocked', shape: { line: [start[0] ?? 0, start[1] ?? 0, met[0] ?? 0, met[1] ?? 0] }, heights }
    }
    return stops && mark.kind === 'blocked' && !mark.ray ? { ...mark, kind: 'wall', passes: true } : mark
  })
}

function isStopped(mark: Mark): mark is Mark & Required<Pick<Mark, 'ray'>> {
  return mark.kind === 'sight' && mark.shape.line !== undefined && mark.ray?.met !== undefined
}
