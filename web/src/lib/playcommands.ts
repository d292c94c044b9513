// Everything that can be done at the table, as the list of commands shows it.

import type { Entry } from './commands'
import type { Command } from './keys'
import { text } from './messages'
import type { Option } from './types'

export type Link = { text: string; href?: string; run?: () => void }
export type Able = { undo: boolean; undoText: string; redo: boolean; plays: boolean; ends: boolean; advisable: boolean }

/** The choices first, then what is possible now, then everything that always is. */
export function entriesOf(
  options: Option[],
  able: Able,
  commands: Record<Command, () => void>,
  others: { pick: (option: Option) => void; theme: () => void; go: (path: string) => void; links: Link[] },
): Entry[] {
  const chosen = (option: Option): Entry => ({ id: `option ${option.key}`, text: option.text, kind: 'option', run: () => others.pick(option) })
  const command = (id: Command, words: string, hint: string): Entry => ({ id, text: words, hint, kind: 'command', run: commands[id] })
  const other = (id: string, words: string, run: () => void): Entry => ({ id, text: words, kind: 'command', run })
  return [
    ...options.map(chosen),
    ...(able.undo ? [command('undo', able.undoText, 'u')] : []),
    ...(able.redo ? [command('redo', text('table.redo'), 'r')] : []),
    ...(able.ends ? [command('end', text('keys.end'), 'e')] : []),
    ...(able.plays ? [command('why', text('why.ask'), 'w')] : []),
    ...(able.advisable ? [command('suggest', text('choice.suggest'), 's')] : []),
    command('fit', text('board.fit'), '0'),
    command('board', text('keys.board'), 'b'),
    command('choices', text('keys.choices'), 'q'),
    command('cards', text('keys.cards'), 'c'),
    command('log', text('keys.log'), 'l'),
    command('dice', text('keys.dice'), 'd'),
    command('danger', text('keys.danger'), 'g'),
    command('cover', text('keys.cover'), 'h'),
    command('goals', text('keys.goals'), 'f'),
    other('theme', text('table.theme'), others.theme),
    command('help', text('table.keys'), '?'),
    ...others.links.filter((link) => link.text !== text('table.commands') && link.text !== text('table.keys')).map((link) => {
      const { run, href } = link
      return other(link.text, link.text, run ?? (() => others.go((href ?? '').slice(1))))
    }),
  ]
}
