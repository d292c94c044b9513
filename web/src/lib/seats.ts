// Who sits where: what a form says about players, as the seats the server is asked for.

import type { SeatInfo, SeatWish } from './types'

export type Opponent = 'bot' | 'here' | 'link' | 'watch'

/** One plan for all seats: the seat of the person at this screen, and what the others are. */
export type Plan = { opponent: Opponent; me: number; bots: string[] }

const FAVOURITE = 'greedy'

/** The bot a newcomer meets. */
export function usualBot(bots: readonly { name: string }[]): string {
  return bots.find((bot) => bot.name === FAVOURITE)?.name ?? bots[0]?.name ?? FAVOURITE
}

export function usualPlan(bots: readonly { name: string }[], count = 2): Plan {
  return { opponent: 'bot', me: 0, bots: Array.from({ length: count }, () => usualBot(bots)) }
}

export function wishes(plan: Plan, count: number): SeatWish[] {
  return Array.from({ length: count }, (_, seat): SeatWish => {
    const bot: SeatWish = { kind: 'bot', bot: plan.bots[seat] ?? FAVOURITE }
    if (plan.opponent === 'watch') return bot
    if (plan.opponent === 'here' || seat === plan.me) return { kind: 'here' }
    return plan.opponent === 'link' ? { kind: 'link' } : bot
  })
}

/** What the seats of a match are called for a reader: the ones this link plays first, then who is against them. */
export function parties(seats: readonly SeatInfo[], mine: readonly number[]): { own: SeatInfo[]; others: SeatInfo[] } {
  return { own: seats.filter((_, seat) => mine.includes(seat)), others: seats.filter((_, seat) => !mine.includes(seat)) }
}
