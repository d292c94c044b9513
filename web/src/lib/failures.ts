// A failure in words: the page's own where it has some, else the server's sentence, which says what exactly was wrong.

import { asApiError } from './api'
import { text, textOr } from './messages'

const PARTICULAR = new Set(['setup', 'illegal', 'garbage', 'unknown'])

export function inWords(error: unknown): string {
  const failure = asApiError(error)
  const said = failure.message.charAt(0).toUpperCase() + failure.message.slice(1)
  const line = failure.params['line']
  const where = typeof line === 'number' && line > 0 && !/\bline \d/i.test(said) ? ` ${text('app.line', { line })}` : ''
  if (PARTICULAR.has(failure.code)) return said + where
  return textOr(`app.failure.${failure.code}`, said + where)
}
