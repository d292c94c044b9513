// Whose decision it is, and what is asked, in words for whoever looks.

import { text } from './messages'
import type { TableState } from './table.svelte'

function nameOf(table: TableState): string {
  const seat = table.question?.seat
  return seat === undefined ? '' : (table.scene?.sides[seat]?.name ?? '')
}

/** Whose decision it is. */
export function decisionOf(table: TableState): string {
  const seat = table.question?.seat
  const name = nameOf(table)
  if (table.scene?.ending !== undefined) return text('table.over')
  if (seat === undefined) return table.thinking === undefined ? text('table.waiting') : text('table.botThinks')
  if (table.mine) return table.seats.length > 1 ? text('table.decisionOf', { name }) : text('table.decisionYours')
  return table.info?.seats[seat]?.kind === 'bot' ? text('table.decisionBot', { name }) : text('table.decisionOther', { name })
}

/** Who has not come yet, by name. */
export function missingAt(table: TableState): string {
  return table.waiting.map((seat) => table.scene?.sides[seat]?.name ?? table.info?.seats[seat]?.name ?? '').join(', ')
}

/** What is asked, or for whom one waits. */
export function titleOf(table: TableState): string {
  const question = table.question
  if (!question && table.waiting.length > 0) return text('seal.waiting', { names: missingAt(table) })
  if (!question) return text('table.waiting')
  return table.mine ? question.text : text('choice.waiting', { name: nameOf(table), question: question.text })
}
