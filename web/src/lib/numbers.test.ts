import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Harm, OddsReply, Option } from './types'

const { Numbers } = await import('./numbers.svelte')

const option = (key: string, piece?: string, more: Partial<Option> = {}): Option => ({
  key, text: key, group: 'Poke', rules: [], chance: true, ...(piece === undefined ? {} : { place: { piece } }), ...more,
})
const harm = (piece: string, kill: number, mean: number, seat = 1): Harm => ({
  piece, name: piece, seat, kill: { chance: kill, exact: '' }, mean, of: 10, spread: [],
})
const reply = (key: string, harms: Harm[], unsolved = false): OddsReply => ({ key, harms, unsolved }) as OddsReply

const strong = option('poke ann', 'ann')
const weak = option('poke bob', 'bob')
const other = option('stab bob', 'bob')
const idle = option('wait', undefined, { chance: false })

function made(harms: Record<string, Harm[]> = { 'poke ann': [harm('ann', 0.2, 5)], 'poke bob': [harm('bob', 0.8, 4)], 'stab bob': [harm('bob', 0.5, 3)] }) {
  const asked: { key: string; answer: (value: OddsReply) => void; fail: () => void }[] = []
  const table = {
    version: 3, mine: true, sending: false, question: { seat: 0 }, error: undefined as { code: string } | undefined,
    scene: { pieces: { ann: { seat: 1, wounds: [9, 9] }, bob: { seat: 1, wounds: [2, 9] }, me: { seat: 0, wounds: [5, 5] } } },
    odds: vi.fn((key: string) => new Promise<OddsReply>((resolve, reject) => asked.push({ key, answer: resolve, fail: () => reject(new Error('late')) }))),
  }
  const give = async (): Promise<void> => {
    const next = asked.at(-1)!
    next.answer(reply(next.key, harms[next.key] ?? []))
    await vi.advanceTimersByTimeAsync(0)
  }
  return { table, asked, give, numbers: new Numbers(table as never) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks for one after the other, whoever has least left first', async () => {
  const { table, numbers, give } = made()
  numbers.begin([strong, weak, other, idle])
  expect(table.odds).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(table.odds.mock.calls).toEqual([['poke bob', '']])
  expect(numbers.targets).toEqual([{ piece: 'ann', figure: undefined, waiting: true }, { piece: 'bob', figure: undefined, waiting: true }])
  await give()
  await give()
  await give()
  expect(table.odds.mock.calls.map(([key]) => key)).toEqual(['poke bob', 'stab bob', 'poke ann'])
  expect(numbers.figures.map((one) => one.option.key)).toEqual(['poke bob', 'stab bob', 'poke ann'])
  expect(numbers.targets.map((one) => [one.piece, one.figure?.option.key])).toEqual([['ann', 'poke ann'], ['bob', 'poke bob']])
})

it('asks for single dice and for none before handfuls', async () => {
  const { table, numbers, give } = made()
  numbers.begin([option('both', undefined, { dice: [[0], [1]] }), option('one', undefined, { dice: [[0]] }), option('keep', undefined, { declines: true })])
  await vi.advanceTimersByTimeAsync(200)
  await give()
  await give()
  await give()
  expect(table.odds.mock.calls.map(([key]) => key)).toEqual(['one', 'keep', 'both'])
})

it('takes next what somebody looks at, and asks for nothing twice', async () => {
  const { table, numbers, give } = made()
  numbers.begin([strong, weak, other])
  await vi.advanceTimersByTimeAsync(200)
  numbers.look(strong)
  expect(numbers.of(strong)?.state).toBe('waiting')
  await give()
  expect(table.odds.mock.calls.map(([key]) => key)).toEqual(['poke bob', 'poke ann'])
  await give()
  await give()
  numbers.look(weak)
  numbers.look(strong)
  await vi.advanceTimersByTimeAsync(200)
  expect(table.odds).toHaveBeenCalledTimes(3)
})

it('gives up what waits when another question comes, and asks nothing while an answer is under way', async () => {
  const { table, numbers, give } = made()
  numbers.begin([strong, weak])
  await vi.advanceTimersByTimeAsync(200)
  table.version = 4
  numbers.begin([other])
  await give()
  expect(table.odds.mock.calls.map(([key]) => key)).toEqual(['poke bob', 'stab bob'])
  const answering = made()
  answering.numbers.begin([strong])
  answering.table.sending = true
  await vi.advanceTimersByTimeAsync(200)
  expect(answering.table.odds).not.toHaveBeenCalled()
  answering.table.sending = false
  await vi.advanceTimersByTimeAsync(200)
  expect(answering.table.odds).toHaveBeenCalledTimes(1)
})

it('says what failed, and goes on with the next', async () => {
  const { table, asked, numbers, give } = made()
  numbers.begin([weak, strong])
  await vi.advanceTimersByTimeAsync(200)
  table.error = { code: 'late' }
  asked.at(-1)!.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(numbers.of(weak)?.state).toBe('failed')
  expect(table.error).toBeUndefined()
  await give()
  expect(numbers.of(strong)?.state).toBe('here')
})

it('puts options in order within their groups when somebody wants it', async () => {
  const { numbers, give } = made()
  const options = [strong, weak, other, idle]
  numbers.begin(options)
  await vi.advanceTimersByTimeAsync(200)
  for (let n = 0; n < 3; n += 1) await give()
  expect(numbers.sortable).toBe(true)
  expect(numbers.ordered(options)).toBe(options)
  numbers.sorted = true
  expect(numbers.ordered([...options, option('end', undefined, { group: 'End', chance: false })]).map((one) => one.key)).toEqual([
    'poke bob', 'stab bob', 'poke ann', 'wait', 'end',
  ])
})

it('counts the loss of one\'s own as bad, and compares like with like', async () => {
  const own = { keep: [harm('me', 0.6, 5, 0)], roll: [harm('me', 0.1, 2, 0)] }
  const { numbers, give } = made(own)
  const [keep, roll] = [option('keep'), option('roll')]
  numbers.begin([keep, roll])
  await vi.advanceTimersByTimeAsync(200)
  await give()
  await give()
  expect(numbers.figures.map((one) => one.option.key)).toEqual(['roll', 'keep'])
  expect(numbers.targets).toEqual([])
  expect(numbers.compared(keep).map((one) => one.option.key)).toEqual(['roll', 'keep'])
})

it('knows no figure where the odds are not solved', async () => {
  const { asked, numbers } = made()
  numbers.begin([weak])
  await vi.advanceTimersByTimeAsync(200)
  asked.at(-1)!.answer(reply('poke bob', [harm('bob', 0, 0)], true))
  await vi.advanceTimersByTimeAsync(0)
  expect(numbers.of(weak)?.state).toBe('here')
  expect(numbers.figure(weak)).toBeUndefined()
  expect(numbers.targets).toEqual([{ piece: 'bob', figure: undefined, waiting: false }])
})
