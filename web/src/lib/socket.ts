// One socket to the server that comes back by itself. Messages that were not acknowledged are sent again with the
// same id, so that each counts once whatever happens to the line.

import { anyWord } from './seal'
import type { ServerMessage } from './types'

export type LineState = 'connecting' | 'open' | 'waiting' | 'closed'
type Outgoing = { type: string; id: string; [key: string]: unknown }

const LASTING = new Set(['answer', 'answers', 'rolled', 'undo', 'redo', 'consent', 'withdraw', 'passes', 'word'])
const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
const PING_EVERY = 20000
const SILENCE = 30000

let counter = 0

export function messageId(): string {
  counter += 1
  return `${Date.now().toString(36)}-${counter}-${Math.floor(Math.random() * 1e9).toString(36)}`
}

export class Line {
  private socket: WebSocket | null = null
  private unacknowledged = new Map<string, Outgoing>()
  private replies = new Map<string, { resolve: (message: ServerMessage) => void; reject: (error: Error) => void }>()
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private pinger: ReturnType<typeof setInterval> | undefined
  private heard = 0
  private greeted = false
  private done = false

  /** The word for sealed dice: it counts the first time that somebody comes by this link. */
  readonly word = anyWord()

  constructor(
    private readonly token: string,
    private readonly onMessage: (message: ServerMessage) => void,
    private readonly onState: (state: LineState) => void,
  ) {
    this.connect()
    window.addEventListener('online', this.hurry)
    document.addEventListener('visibilitychange', this.hurry)
  }

  private readonly hurry = (): void => {
    if (this.done || document.visibilityState === 'hidden') return
    if (this.socket === null || this.socket.readyState === WebSocket.CLOSED) {
      this.wait = FIRST_WAIT
      this.connect()
    }
  }

  private connect(): void {
    clearTimeout(this.timer)
    if (this.done) return
    this.onState('connecting')
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/ws`)
    this.socket = socket
    this.greeted = false
    this.heard = Date.now()
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', id: messageId(), token: this.token, form: 'patch', word: this.word }))
    }
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data as string) as ServerMessage)
    }
    socket.onclose = (event) => {
      if (socket !== this.socket) return
      this.socket = null
      clearInterval(this.pinger)
      for (const reply of this.replies.values()) reply.reject(new Error('the line was lost'))
      this.replies.clear()
      if (event.code === 4403) this.close()
      if (this.done) return
      this.onState('waiting')
      this.timer = setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6))
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
    }
    clearInterval(this.pinger)
    this.pinger = setInterval(() => {
      if (Date.now() - this.heard > SILENCE) this.drop()
      else if (this.greeted) this.raw({ type: 'ping', id: messageId() })
    }, PING_EVERY)
  }

  // A line that says nothing for long is dead even if nobody told us.
  private drop(): void {
    const socket = this.socket
    if (socket === null) return
    socket.onclose?.(new CloseEvent('close', { code: 1006 }))
    socket.close()
  }

  private receive(message: ServerMessage): void {
    this.heard = Date.now()
    if (message.type === 'welcome') {
      this.greeted = true
      this.wait = FIRST_WAIT
      this.onState('open')
      this.onMessage(message)
      for (const waiting of this.unacknowledged.values()) this.raw(waiting)
      return
    }
    if ('re' in message && message.re !== undefined) {
      this.unacknowledged.delete(message.re)
      const reply = this.replies.get(message.re)
      this.replies.delete(message.re)
      reply?.resolve(message)
    }
    this.onMessage(message)
  }

  private raw(message: Outgoing): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  /** Something that changes the match: kept until the server has acknowledged it. */
  say(type: string, fields: Record<string, unknown> = {}): string {
    const message: Outgoing = { type, id: messageId(), ...fields }
    if (LASTING.has(type)) this.unacknowledged.set(message.id, message)
    if (this.greeted) this.raw(message)
    return message.id
  }

  /** A question to the server; its reply, or an error if the line is lost before it. */
  ask(type: string, fields: Record<string, unknown> = {}): Promise<ServerMessage> {
    if (!this.greeted) return Promise.reject(new Error('not connected'))
    const id = this.say(type, fields)
    return new Promise((resolve, reject) => this.replies.set(id, { resolve, reject }))
  }

  close(): void {
    this.done = true
    clearTimeout(this.timer)
    clearInterval(this.pinger)
    window.removeEventListener('online', this.hurry)
    document.removeEventListener('visibilitychange', this.hurry)
    const socket = this.socket
    this.socket = null
    socket?.close()
    this.onState('closed')
  }
}
