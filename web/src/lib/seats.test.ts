import { expect, test } from 'vitest'
import { parties, usualBot, usualPlan, wishes } from './seats'

const bots = [{ name: 'random' }, { name: 'greedy' }]

test('a newcomer meets the bot that thinks', () => {
  expect(usualBot(bots)).toBe('greedy')
  expect(usualBot([{ name: 'random' }])).toBe('random')
  expect(wishes(usualPlan(bots), 2)).toEqual([{ kind: 'here' }, { kind: 'bot', bot: 'greedy' }])
})

test('the person here has the seat of the chosen side', () => {
  expect(wishes({ opponent: 'bot', me: 1, bots: ['random', 'greedy'] }, 2)).toEqual([{ kind: 'bot', bot: 'random' }, { kind: 'here' }])
  expect(wishes({ opponent: 'link', me: 1, bots: [] }, 2)).toEqual([{ kind: 'link' }, { kind: 'here' }])
  expect(wishes({ opponent: 'here', me: 1, bots: [] }, 2)).toEqual([{ kind: 'here' }, { kind: 'here' }])
})

test('two bots need nobody', () => {
  expect(wishes({ opponent: 'watch', me: 0, bots: ['random', 'greedy'] }, 2)).toEqual([
    { kind: 'bot', bot: 'random' },
    { kind: 'bot', bot: 'greedy' },
  ])
})

test('own seats and the others', () => {
  const seats = [{ kind: 'here' as const, name: 'A' }, { kind: 'bot' as const, bot: 'greedy', name: 'B' }]
  expect(parties(seats, [0])).toEqual({ own: [seats[0]], others: [seats[1]] })
  expect(parties(seats, []).own).toEqual([])
})
