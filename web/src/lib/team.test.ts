import { afterEach, expect, test, vi } from 'vitest'
import { TeamDraft } from './team.svelte'
import type { TeamData } from './types'

type Asked = { team?: TeamData; text?: string; side?: string; limit?: number }

afterEach(() => vi.unstubAllGlobals())

/** A server that tells a team its own data, or what is wrong with it. */
function server(): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const wish = JSON.parse(body) as Asked
    asked.push(wish)
    const team = wish.team ?? { name: 'New', of: wish.side ?? 'north', limit: wish.limit ?? 100, models: [] }
    const error = { error: { code: 'setup', text: 'no such key', params: { line: 3 } } }
    const faults = team.models.length === 0 ? [{ rule: 'X-01', text: 'nobody is in it' }] : []
    const form = { team, side: team['of'], limit: team.limit, models: team.models.map(() => ({ faults: [] })), faults, ok: faults.length === 0 }
    return Promise.resolve(new Response(JSON.stringify(wish.text === 'broken' ? error : form), { status: wish.text === 'broken' ? 422 : 200 }))
  })
  return asked
}

test('a team is changed here, and the server says what is wrong with it', async () => {
  const asked = server()
  const draft = new TeamDraft('game')
  await draft.add('nobody yet')
  expect(asked).toEqual([])
  await draft.begin('south')
  expect(draft.wrong).toBe('nobody is in it')
  await draft.add('scout')
  await draft.add('porter')
  await draft.give(1, { key: 'item', single: true }, 'rope')
  await draft.remove(0)
  await draft.name('Mine')
  await draft.size(150)
  expect(draft.form?.team).toEqual({ name: 'Mine', of: 'south', limit: 150, models: [{ unit: 'porter', item: 'rope' }] })
  expect(draft.wrong).toBeUndefined()
  await draft.give(0, { key: 'item', single: true }, '')
  expect(draft.form?.team.models).toEqual([{ unit: 'porter' }])
})

test('a model has a name, and as many things as are put on it', async () => {
  server()
  const draft = new TeamDraft('game')
  await draft.begin('south')
  await draft.add('porter')
  const pack = { key: 'pack', single: false }
  for (const thing of ['rope', 'lamp', 'rope']) await draft.give(0, pack, thing)
  await draft.call(0, ' Ada ')
  await draft.drop(0, 'pack', 0)
  expect(draft.form?.team.models).toEqual([{ unit: 'porter', name: 'Ada', pack: ['lamp', 'rope'] }])
  await draft.drop(0, 'pack', 1)
  await draft.drop(0, 'pack', 0)
  await draft.call(0, '')
  expect(draft.form?.team.models).toEqual([{ unit: 'porter' }])
})

test('what changes while the server is asked is asked about afterwards, all at once', async () => {
  const asked = server()
  const draft = new TeamDraft('game')
  await draft.begin('south')
  await Promise.all([draft.add('a'), draft.add('b'), draft.add('c')])
  await vi.waitFor(() => expect(draft.form?.team.models).toHaveLength(3))
  expect(asked.map((wish) => wish.team?.models.length)).toEqual([undefined, 1, 3])
})

test('who saves or starts at once has every change in it', async () => {
  server()
  const answers: Promise<void>[] = []
  const draft = new TeamDraft('game', (answer) => answers.push(answer))
  await draft.begin('south')
  void draft.add('a')
  void draft.name('Late')
  expect(draft.form?.team.name).toBe('New')
  expect((await draft.settled())?.team).toMatchObject({ name: 'Late', models: [{ unit: 'a' }] })
  expect(answers).toHaveLength(2)
  void draft.name('Later')
  await answers.at(-1)
  expect(draft.form?.team.name).toBe('Later')
})

test('a file that is no team changes nothing, and its line is named', async () => {
  server()
  const draft = new TeamDraft('game')
  await draft.begin('south')
  await draft.add('scout')
  await draft.load('broken')
  expect(draft.failure).toBe('No such key (line 3)')
  await draft.add('porter')
  expect([draft.failure, draft.form?.team.models.length]).toEqual(['', 2])
})

test('a team waits while another side is looked at', async () => {
  const asked = server()
  const draft = new TeamDraft('game')
  await draft.begin('south')
  await draft.size(200)
  await draft.add('scout')
  await draft.begin('north')
  expect(draft.form?.team.models).toEqual([])
  expect(asked.at(-1)).toEqual({ side: 'north', limit: 200 })
  await draft.begin('south')
  expect(draft.form?.team.models).toEqual([{ unit: 'scout' }])
})
