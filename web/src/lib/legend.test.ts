import { expect, it } from 'vitest'
import { samplesOf } from './legend'
import type { Piece, Scene } from './types'

function scene(...pieces: Partial<Piece>[]): Scene {
  const all = pieces.map((more, index): [string, Piece] => [
    String(index), { name: '', kind: 'member', form: 'disc', at: [0, 0], radius: 30, mark: 'A', text: '', ...more },
  ])
  return { game: '', title: '', sides: [{ name: 'A', mark: 'A', form: 'square' }], status: {}, briefing: [], parts: {}, pieces: Object.fromEntries(all), cards: {} }
}

it('explains what can be seen in this game and nothing else', () => {
  expect(samplesOf(scene({ role: 'medic' })).map((one) => one.id)).toEqual(['ring', 'ready', 'active', 'done', 'count'])
  const all = samplesOf({
    ...scene({ stance: 'open', facing: 0 }, { kind: 'objective', form: 'diamond', mark: 'A' }, { kind: 'token', mark: '?' }),
    parts: { deck: { name: '', kind: 'floor', sort: '', shape: {}, level: 300 } },
    goal: { name: '', text: '', marks: [] },
  })
  expect(all.map((one) => one.id)).toEqual([
    'ring', 'ready', 'active', 'done', 'hidden', 'watching', 'down', 'facing', 'bars', 'count', 'objective', 'objective-done', 'token',
  ])
})

it('draws its samples as the first side has them', () => {
  const [ring] = samplesOf(scene({ role: 'medic' }))
  expect(ring?.piece).toMatchObject({ form: 'square', role: 'medic', seat: 0, wounds: [7, 10] })
})
