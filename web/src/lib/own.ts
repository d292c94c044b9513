// The link of a seat is taken once: what one gets for it is one's own, and stays in this browser.

import { asApiError, takeSeat } from './api'
import { forget } from './matches'
import { paths } from './router.svelte'

const KEY = 'fireteam.own.'
const AGAIN = 1500
const SEAT = /^[^.]+\.seat\d\./

function kept(link: string): string | undefined {
  try {
    return localStorage.getItem(KEY + link) ?? undefined
  } catch {
    return undefined
  }
}

/** Keep one's own token for a link; a browser that keeps nothing has it in its address. */
export function keepOwn(link: string, own: string): void {
  try {
    localStorage.setItem(KEY + link, own)
  } catch {
    location.replace(`#${paths.table(own)}`)
  }
}

/** The token to come in by: one's own, where the link is that of a seat; undefined: somebody else has taken it. */
export async function ownToken(link: string): Promise<string | undefined> {
  if (!SEAT.test(link)) return link
  for (;;) {
    const own = kept(link)
    if (own !== undefined) return own
    try {
      const { token } = await takeSeat(link)
      if (token !== link) {
        keepOwn(link, token)
        forget(link)
      }
      return token
    } catch (error) {
      const { code } = asApiError(error)
      // Two windows of this browser may have asked at once.
      if (code === 'taken') return kept(link)
      // No link any more: the table says so.
      if (code === 'forbidden' || code === 'bad_token') return link
      await new Promise((resolve) => setTimeout(resolve, AGAIN))
    }
  }
}
