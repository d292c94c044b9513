// Who is at a seat: somebody here, somebody elsewhere, a bot.

import { text } from './messages'
import type { Info, Presence } from './types'

export type There = { mark: string; words: string }
export type AtTheTable = { info: Info; presence: Presence; mine: number[]; thinking: number | undefined }

/** Whether somebody is at a seat, as a sign and in words. */
export function thereAt({ info, presence, mine, thinking }: AtTheTable, seat: number): There {
  if (info.seats[seat]?.kind === 'bot') {
    return thinking === seat ? { mark: '…', words: text('table.botThinks') } : { mark: '⚙', words: text('table.bot') }
  }
  if (mine.includes(seat)) return { mark: '●', words: text('table.you') }
  return presence.seats[String(seat)] ? { mark: '●', words: text('table.there') } : { mark: '○', words: text('table.gone') }
}
