import { expect, it, vi } from 'vitest'
import type { Question, ServerMessage } from './types'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })

/** What the server says, as if a line were there. */
let hear: (message: ServerMessage) => void = () => undefined
vi.mock('./socket', () => ({
  Line: class {
    constructor(_token: string, heard: (message: ServerMessage) => void) {
      hear = heard
    }
  },
}))

const { TableState } = await import('./table.svelte')

// As it comes from the server: never twice the same object.
const question = (words = 'What now?'): Question => ({ seat: 0, kind: 'choose', text: words, options: [{ key: 'go', text: 'Go', group: '', rules: [] }] })

function welcome(version: number, asked: Question | null): ServerMessage {
  return {
    type: 'welcome', match: 'm', role: 'seat', seats: [0], info: {}, presence: { seats: {}, watchers: 0 }, preparing: '', passes: {}, version, at: version,
    redo: false, undo: 'no', scene: { title: '', status: [], sides: [], cards: {}, parts: {}, pieces: {} }, question: asked, log: [], dice: [],
  } as unknown as ServerMessage
}

it('keeps the question when the line was down and nothing has happened since', () => {
  const table = new TableState('token')
  hear(welcome(3, question()))
  const before = table.question
  expect(before?.text).toBe('What now?')
  hear(welcome(3, question()))
  expect(table.question).toBe(before)
})

it('takes the question anew when something has happened since', () => {
  const table = new TableState('token')
  hear(welcome(3, question()))
  const before = table.question
  hear(welcome(4, question()))
  expect(table.question).not.toBe(before)
  expect(table.question).toEqual(before)
  hear(welcome(5, question('And now?')))
  expect(table.question?.text).toBe('And now?')
})

it('has no question when nothing is asked any more', () => {
  const table = new TableState('token')
  hear(welcome(3, question()))
  hear(welcome(3, null))
  expect(table.question).toBeUndefined()
})

it('says why nothing can be kept, until play goes on', () => {
  const table = new TableState('token')
  hear(welcome(3, question()))
  expect(table.paused).toBe('')
  hear({ type: 'paused', text: 'The disk is full.' })
  expect(table.paused).toBe('The disk is full.')
  hear(welcome(3, question()))
  expect(table.paused).toBe('')
})
