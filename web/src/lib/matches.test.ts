import { beforeEach, expect, test, vi } from 'vitest'
import { forget, myMatches, remember, rememberMade, restore, sawUntil, seenUntil } from './matches'

let store: Map<string, string>

beforeEach(() => {
  store = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  })
})

const made = (name: string) => ({ match: name, title: `Match ${name}`, token: `${name}.token` })

test('the latest match comes first, and a match is listed once', () => {
  remember(made('a'))
  remember(made('b'))
  const first = myMatches().find((one) => one.match === 'a')?.added
  remember({ ...made('a'), title: 'Another title' })
  expect(myMatches().map((one) => one.title)).toEqual(['Another title', 'Match b'])
  expect(myMatches()[0]?.added).toBe(first)
})

test('who made a match keeps all of its links', () => {
  rememberMade({ match: 'a', title: 'A', links: { host: 'h', seats: { '1': 's' }, watch: 'w' } })
  expect(myMatches()[0]).toMatchObject({ token: 'h', links: { seats: { '1': 's' }, watch: 'w' } })
  remember({ match: 'a', title: 'A', token: 'h' })
  expect(myMatches()[0]?.links?.watch).toBe('w')
})

test('what was removed can be put back where it was', () => {
  vi.useFakeTimers()
  for (const name of ['a', 'b', 'c']) {
    vi.advanceTimersByTime(1000)
    remember(made(name))
  }
  vi.useRealTimers()
  const gone = forget('b.token')
  expect(myMatches().map((one) => one.match)).toEqual(['c', 'a'])
  if (gone === undefined) throw new Error('nothing was removed')
  restore(gone)
  expect(myMatches().map((one) => one.match)).toEqual(['c', 'b', 'a'])
})

test('a store that holds something else is an empty list', () => {
  for (const kept of ['', 'not json', '{}', '[1, null, {"token": 3}]']) {
    store.set('fireteam.matches', kept)
    expect(myMatches()).toEqual([])
  }
})

test('a browser that keeps nothing does not stop the game', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
    setItem: () => {
      throw new Error('denied')
    },
  })
  remember(made('a'))
  sawUntil('a', 3)
  expect(myMatches()).toEqual([])
  expect(seenUntil('a')).toBeUndefined()
})

test('how much was read is kept for each match', () => {
  expect(seenUntil('a')).toBeUndefined()
  sawUntil('a', 12)
  expect(seenUntil('a')).toBe(12)
  expect(seenUntil('b')).toBeUndefined()
})
