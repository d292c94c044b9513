import { afterEach, expect, test } from 'vitest'
import home from '../messages/en.home.json'
import table from '../messages/en.table.json'
import { counted, text, textOr, useCatalogue } from './messages'

const sources = import.meta.glob<string>('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
const codes = new Set([...Object.keys(home), ...Object.keys(table)])

afterEach(() => useCatalogue({}))

test('parameters are filled in; one that is not given stays visible', () => {
  expect(text('home.now.side', { scenario: 'Ambush', side: 'North' })).toBe('Ambush. Your side: North')
  expect(text('rules.back')).toContain('{rule}')
})

test('one and many', () => {
  expect(counted('rules.found', 1)).toBe('One rule found.')
  expect(counted('rules.found', 12)).toBe('12 rules found.')
  expect(counted('no.such.code', 3)).toBe('3')
})

test('a code of the server that the page has no words for keeps the sentence of the server', () => {
  expect(textOr('app.failure.bad_token', 'x')).not.toBe('x')
  expect(textOr('app.failure.brand_new', 'as it was said')).toBe('as it was said')
})

test('a translation says what it can, and English says the rest', () => {
  useCatalogue({ 'app.close': 'Schließen' })
  expect(text('app.close')).toBe('Schließen')
  expect(text('app.cancel')).toBe('Cancel')
})

test('the two files have no code in common', () => {
  expect(Object.keys(home).filter((code) => code in table)).toEqual([])
})

test('every text that counts has its one and its many', () => {
  for (const [path, source] of Object.entries(sources)) {
    if (path.endsWith('.test.ts')) continue
    for (const [, code] of source.matchAll(/\bcounted\(\s*'([^']+)'/g))
      for (const form of ['one', 'many']) expect(codes, `${path}: ${code}`).toContain(`${code}.${form}`)
  }
})

test('no text is written and never shown', () => {
  const used = Object.values(sources).join('\n')
  // Codes that are put together at run time are named by what they begin with.
  const built = [...used.matchAll(/`([a-z]+(?:\.[a-z_]+)*\.)\$\{/g)].map((hit) => hit[1] ?? '')
  const unused = [...codes].filter(
    (code) => !used.includes(`'${code}'`) && !used.includes(`'${code.replace(/\.(one|many)$/, '')}'`) && !built.some((start) => code.startsWith(start)),
  )
  expect(unused.filter((code) => code in home)).toEqual([])
})
