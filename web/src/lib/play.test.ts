import { beforeEach, expect, it, vi } from 'vitest'
import type { Option, Question } from './types'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})
vi.stubGlobal('document', { visibilityState: 'visible', documentElement: { dataset: {} } })
vi.stubGlobal('window', { addEventListener: () => undefined })

const { Play, SETTLING } = await import('./play.svelte')
const { settings } = await import('./settings.svelte')

const option = (key: string, more: Partial<Option> = {}): Option => ({ key, text: key, group: 'Move', rules: [], ...more })
const step = option('step 1,0', { place: { spot: '1,0' } })
const poke = option('poke tilt', { place: { piece: 'tilt' }, chance: true })
const shove = option('shove tilt', { place: { piece: 'tilt' } })
const question: Question = { seat: 0, kind: 'choose', text: 'What now?', options: [step, poke, shove] }

function fake() {
  return {
    mine: true, sending: false, undo: 'free', offer: undefined, takeBack: vi.fn(), ahead: vi.fn(async () => ({ keys: [], implied: [] })), question, version: 3, match: 'm', log: [], scene: undefined,
    answer: vi.fn(), answerAll: vi.fn(), odds: vi.fn(async () => ({ key: 'x' })),
    why: vi.fn(async () => ({ refusals: [{ key: 'step 5,5', text: 'Move to 5,5', checks: [] }], possible: [] })),
    plan: vi.fn(async () => ({ keys: ['step 1,0', 'step 2,0'], text: '2 steps', spot: '2,0' })),
  }
}

function made(table = fake()) {
  return { table, play: new Play(table as never) }
}

const at = (...places: string[]) => ({ places, around: [] as string[], touch: false, x: 0, y: 0 })

beforeEach(() => {
  settings.confirm = 'touch'
})

it('takes a choice at once with a mouse, and at the second tap with a finger', () => {
  const { table, play } = made()
  play.pick(step, false)
  expect(table.answer).toHaveBeenCalledWith('step 1,0')
  play.pick(poke, true)
  expect(play.pending).toBe(poke)
  expect(table.answer).toHaveBeenCalledTimes(1)
  play.pick(poke, true)
  expect(table.answer).toHaveBeenLastCalledWith('poke tilt')
  expect(play.pending).toBeUndefined()
})

it('asks always or never where somebody has set that', () => {
  const { table, play } = made()
  settings.confirm = 'always'
  play.pick(step, false)
  expect(table.answer).not.toHaveBeenCalled()
  settings.confirm = 'never'
  play.pick(step, true)
  expect(table.answer).toHaveBeenCalledTimes(1)
})

it('waits while an answer is on its way', () => {
  const { table, play } = made({ ...fake(), sending: true })
  play.pick(step, false)
  expect(table.answer).not.toHaveBeenCalled()
})

it('opens a menu where a place has several choices', () => {
  const { table, play } = made()
  play.at(at('piece tilt', 'spot 4,4'))
  expect(play.menu?.rows.map((row) => row.option)).toEqual([poke, shove])
  expect(table.answer).not.toHaveBeenCalled()
  expect(play.close()).toBe(true)
  expect(play.menu).toBeUndefined()
})

it('lets a finger mean what lies in the same cell', () => {
  const { play } = made()
  play.at({ ...at('spot 1,0'), around: ['piece tilt'], touch: true })
  expect(play.menu?.rows.map((row) => row.option)).toEqual([step, poke, shove])
  const other = made()
  other.play.at({ ...at('spot 1,0'), around: ['piece tilt'] })
  expect(other.table.answer).toHaveBeenCalledWith('step 1,0')
})

it('says why not, and offers the way there', async () => {
  const { table, play } = made()
  play.at(at('spot 2,0'))
  await vi.waitFor(() => expect(play.why?.waiting).toBe(false))
  expect(table.why).toHaveBeenCalledWith({ place: 'spot 2,0' })
  expect(play.why?.refusals).toHaveLength(1)
  expect(play.why?.plan?.keys).toHaveLength(2)
  play.walk(play.why!.plan!)
  expect(table.answerAll).toHaveBeenCalledWith(['step 1,0', 'step 2,0'])
  expect(play.close()).toBe(true)
  expect(play.why).toBeUndefined()
  expect(play.close()).toBe(false)
})

it('asks for odds once for each position, choice and aim', async () => {
  vi.useFakeTimers()
  const { table, play } = made()
  play.point(step)
  play.point(poke)
  expect(play.odds?.state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(200)
  expect(play.odds?.state).toBe('here')
  play.point(step)
  play.point(poke)
  await vi.advanceTimersByTimeAsync(200)
  expect(table.odds).toHaveBeenCalledTimes(1)
  play.setAim('win')
  await vi.advanceTimersByTimeAsync(200)
  expect(table.odds).toHaveBeenLastCalledWith('poke tilt', 'win')
  vi.useRealTimers()
})

it('marks what happened since somebody looked', () => {
  const told = (about: string) => ({ answers: 0, kind: 'event', text: '', about: [about] })
  kept.set('fireteam.seen.m', '1')
  const { play } = made({ ...fake(), log: [told('a'), told('b')] as never })
  play.returned()
  expect(play.since).toBe(1)
  play.read()
  expect(kept.get('fireteam.seen.m')).toBe('2')
  play.returned()
  expect(play.since).toBeUndefined()
})

const scene = {
  board: { name: 'b', unit: 'inch', width: 3000, height: 2200, areas: {} },
  pieces: { prior: { state: 'active' }, matron: {}, token: {} },
}
const look = { type: 'look', re: '', place: 'piece matron', text: 'Prior to Matron: 4" away.', facts: [], marks: [{ kind: 'sight', shape: {}, text: '' }] }
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 200))

it('looks at the piece under the pointer once, and draws its lines only while it is pointed at or held', async () => {
  const asked = vi.fn(async () => look)
  const { play } = made({ ...fake(), scene, look: asked } as never)
  play.lookAt('prior')
  await pause()
  expect(asked).not.toHaveBeenCalled()
  play.lookAt('matron')
  await pause()
  expect(play.look?.reply.text).toContain('4" away')
  expect(play.marks).toHaveLength(1)
  play.lookAt(undefined)
  expect(play.marks).toHaveLength(0)
  play.lookAt('matron', true)
  play.lookAt(undefined)
  expect(play.marks).toHaveLength(1)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(play.close()).toBe(true)
  expect(play.look).toBeUndefined()
})

it('draws a ring round the piece that is focused, picked or active', () => {
  const { play } = made({ ...fake(), scene } as never)
  play.measure(6)
  expect(play.ring).toEqual({ piece: 'prior', far: 6 })
  play.measure(3, 'token')
  expect(play.ring).toEqual({ piece: 'token', far: 3 })
  play.measure(0)
  expect(play.ring).toBeUndefined()
})

it('tries out a place while any point may be the answer, and no longer', () => {
  const table = { ...fake(), scene }
  const { play } = made(table as never)
  play.reset()
  expect(play.course).toBeUndefined()
  table.question = { ...question, region: { kind: 'move', radius: 50, start: [100, 100], limit: 6 } }
  play.reset()
  expect(play.course?.home).toEqual([100, 100])
  table.mine = false
  play.reset()
  expect(play.course).toBeUndefined()
})

it('takes no answer until the question has been on the screen for a moment', () => {
  vi.useFakeTimers()
  const { table, play } = made()
  play.reset()
  play.pick(step, false)
  expect(table.answer).not.toHaveBeenCalled()
  vi.advanceTimersByTime(SETTLING)
  play.pick(step, false)
  expect(table.answer).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

it('offers an attack at its target where there are other things to do', () => {
  const shot = option('zap tilt', { place: { piece: 'tilt' }, chance: true, leads: 'attacks' })
  const { table, play } = made({ ...fake(), question: { ...question, options: [step, shot] } })
  play.at(at('piece tilt'))
  expect(table.answer).not.toHaveBeenCalled()
  play.menu?.rows[0]?.run()
  expect(table.answer).toHaveBeenCalledWith('zap tilt')
  const only = made({ ...fake(), question: { ...question, options: [shot, { ...shot, key: 'zap jimmy', place: { piece: 'jimmy' } }] } })
  only.play.at(at('piece tilt'))
  expect(only.table.answer).toHaveBeenCalledWith('zap tilt')
})

it('says who had nothing to do', () => {
  const act = option('wake tilt', { place: { piece: 'tilt' }, leads: 'acts' })
  const { table, play } = made({ ...fake(), question: { ...question, options: [step, act] } })
  play.pick(act, false)
  expect(table.answer).toHaveBeenCalledWith('wake tilt')
  table.scene = { pieces: { tilt: { name: 'Tilt', state: 'done' } } } as never
  play.reset()
  expect(play.note).toEqual({ kind: 'idle', name: 'Tilt' })
})
