// The matches of this browser: links are all there is to an account.

import type { Created } from './types'

export type Mine = { match: string; title: string; token: string; links?: Created['links']; added: number }

const KEY = 'fireteam.matches'
const MOST = 200

function isMine(value: unknown): value is Mine {
  const mine = value as Partial<Mine> | null
  return typeof mine === 'object' && mine !== null && typeof mine.token === 'string' && typeof mine.title === 'string'
}

export function myMatches(): Mine[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isMine) : []
  } catch {
    return []
  }
}

function keep(all: Mine[]): void {
  put(KEY, JSON.stringify(all.slice(0, MOST)))
}

// A browser that keeps nothing (private windows, a full store) can still play: the address is the link.
function put(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  }
}

export function remember(mine: Omit<Mine, 'added'>): void {
  const all = myMatches()
  const known = all.find((one) => one.token === mine.token)
  keep([{ ...known, ...mine, added: known?.added ?? Date.now() }, ...all.filter((one) => one.token !== mine.token)])
}

/** Keep a match that was just made: its maker holds the host's link and knows all others. */
export function rememberMade(made: Created): void {
  remember({ match: made.match, title: made.title, token: made.links.host, links: made.links })
}

/** Drop a match from the list; what was dropped, so that it can be put back. */
export function forget(token: string): Mine | undefined {
  const all = myMatches()
  keep(all.filter((one) => one.token !== token))
  return all.find((one) => one.token === token)
}

/** Put back what was dropped, in its old place by age. */
export function restore(mine: Mine): void {
  const others = myMatches().filter((one) => one.token !== mine.token)
  const place = others.findIndex((one) => one.added < mine.added)
  keep(place < 0 ? [...others, mine] : [...others.slice(0, place), mine, ...others.slice(place)])
}

/** How much of a match this browser has shown: the number of log entries that were read. */
export function seenUntil(match: string): number | undefined {
  try {
    const found = localStorage.getItem(`fireteam.seen.${match}`)
    return found === null ? undefined : Number(found)
  } catch {
    return undefined
  }
}

export function sawUntil(match: string, answers: number): void {
  put(`fireteam.seen.${match}`, String(answers))
}
