import { beforeAll, expect, test, vi } from 'vitest'

let router: typeof import('./router.svelte')
const page = { hash: '#/', origin: 'http://table.example', pathname: '/' }
const listeners: Record<string, () => void> = {}
const replaced: string[] = []

beforeAll(async () => {
  vi.stubGlobal('location', page)
  vi.stubGlobal('window', { addEventListener: (name: string, heard: () => void) => (listeners[name] = heard) })
  vi.stubGlobal('history', { state: null, replaceState: (_state: unknown, _title: string, path: string) => replaced.push(path) })
  router = await import('./router.svelte')
})

test('every address has its screen', () => {
  const { parse } = router
  expect(parse('')).toEqual({ name: 'home' })
  expect(parse('#/')).toEqual({ name: 'home' })
  expect(parse('#/t/a.b.c')).toEqual({ name: 'table', token: 'a.b.c' })
  expect(parse('#/t/a.b.c/')).toEqual({ name: 'table', token: 'a.b.c' })
  expect(parse('#/replay/a.b')).toEqual({ name: 'replay', token: 'a.b', at: undefined })
  expect(parse('#/replay/a.b/0')).toEqual({ name: 'replay', token: 'a.b', at: 0 })
  expect(parse('#/replay/a.b/117')).toEqual({ name: 'replay', token: 'a.b', at: 117 })
  expect(parse('#/rules/chess')).toEqual({ name: 'rules', game: 'chess', rule: undefined })
  expect(parse('#/rules/chess/ab-move-02')).toEqual({ name: 'rules', game: 'chess', rule: 'AB-MOVE-02' })
})

test('an address that means nothing is missing, however broken it is', () => {
  for (const hash of ['#/t', '#/t/', '#/t/a/b', '#/replay/a/x', '#/replay/a/-1', '#/replay/a/1/2', '#/other', '#/t/%E0%A4%A', '#main'])
    expect(router.parse(hash).name, hash).toBe('missing')
})

test('a path and its route are each other’s inverse', () => {
  const { parse, paths } = router
  expect(parse(`#${paths.table('a b/c')}`)).toEqual({ name: 'table', token: 'a b/c' })
  expect(parse(`#${paths.replay('x.y', 7)}`)).toEqual({ name: 'replay', token: 'x.y', at: 7 })
  expect(parse(`#${paths.rules('chess', 'AB-LOCK-04')}`)).toEqual({ name: 'rules', game: 'chess', rule: 'AB-LOCK-04' })
  expect(parse(`#${paths.home}`)).toEqual({ name: 'home' })
})

test('the route follows the address; settling changes the address alone', () => {
  page.hash = '#/t/abc'
  listeners['hashchange']?.()
  expect(router.here.route).toEqual({ name: 'table', token: 'abc' })
  router.settle(router.paths.replay('abc', 3))
  expect(replaced).toEqual(['#/replay/abc/3'])
  expect(router.here.route.name).toBe('table')
  expect(router.addressOf(router.paths.table('abc'))).toBe('http://table.example/#/t/abc')
})
