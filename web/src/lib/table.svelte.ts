// One match as this browser knows it: the scene, the question, the log, and the line to the server. What is displayed runs behind
// what is known, until all that happened has been shown.

import { OTHERS } from './motion/pace'
import { Motion } from './motion/queue.svelte'
import { differsFrom, stepsOf, unshown, type Step } from './motion/steps'
import { merged } from './patch'
import { Patience } from './patience.svelte'
import { keepSeal, keptSeal } from './seal'
import { settings } from './settings.svelte'
import { Line, type LineState } from './socket'
import { sound } from './sounds'
import { TakingBack } from './takingback'
import type {
  AdviceReply, AheadReply, DangerReply, Die, ErrorReply, Info, LookReply, Offer, OddsReply, PlanReply, Presence, Question, Scene, Seal, ServerMessage,
  Told, Update, WhyReply,
} from './types'

/** What comes with an update and is displayed once its events were shown. */
type Stand = { scene: Scene; question: Question | undefined; log: Told[]; dice: Die[] }
/** What has words of its own for a wait. */
const PATIENT = new Set(['odds', 'advise', 'danger'])
/** What else belongs to a plan: the piece that would act first and what is wished on the way, the point meant, whether one close by will do. */
export type PlanWish = { piece?: string; wishes?: string[]; point?: [number, number]; near?: boolean }

export class TableState {
  line: LineState = $state('connecting')
  ready = $state(false)
  revoked = $state(false)
  fatal: ErrorReply | undefined = $state.raw()
  match = $state('')
  role: 'host' | 'seat' | 'watch' = $state('watch')
  seats: number[] = $state.raw([])
  info: Info | undefined = $state.raw()
  version = $state(0)
  at = $state(0)
  log: Told[] = $state.raw([])
  dice: Die[] = $state.raw([])
  offer: Offer | undefined = $state.raw()
  handover: number | undefined = $state()
  presence: Presence = $state.raw({ seats: {}, watchers: 0 })
  passes: Record<string, string[]> = $state.raw({})
  /** How many windows and browsers are open by this token. */
  sockets = $state(1)
  /** What may be known of the dice, where they are sealed. */
  seal: Seal | undefined = $state.raw()
  /** The seats whose people have not come yet: until then no die falls. */
  waiting: number[] = $state.raw([])
  thinking: number | undefined = $state()
  /** The title of the game while it is still being prepared; else empty. */
  preparing = $state('')
  /** Why the server keeps nothing now, in its words; empty while all is well. */
  paused = $state('')
  redo = $state(false)
  undo: 'free' | 'ask' | 'no' = $state('no')
  /** An answer of ours is on its way: choices wait until the server has spoken. */
  sending = $state(false)
  /** The last error, to be shown and dismissed. */
  error: ErrorReply | undefined = $state.raw()
  notice: { code: string; seat: number } | undefined = $state.raw()
  /** Entries that came with the last update, for the live region, and what brought them. */
  news: Told[] = $state.raw([])
  newsKind = $state('')

  /** What happens, shown as it happens. */
  readonly motion = new Motion<Stand>({
    rate: (step) => this.rate(step),
    // Whoever only watches is in no hurry.
    hurries: () => this.seats.length > 0,
    shown: (step) => (this.log = this.known?.log.slice(0, step.lines) ?? []),
    settle: (stand) => this.settle(stand),
  })

  /** Whether something that was asked of the server takes a while. */
  readonly patience = new Patience()

  private readonly back = new TakingBack(() => this.change('undo', { at: this.version }))
  private readonly wire: Line
  private sent = new Set<string>()
  private known: Stand | undefined
  private asked: Question | undefined = $state.raw()
  /** Somebody else was to decide since the last time it was somebody's turn here. */
  private waited = false

  constructor(readonly token: string) {
    this.wire = new Line(token, (message) => this.receive(message), (state) => (this.line = state))
  }

  /** The scene as it is displayed. */
  get scene(): Scene | undefined {
    return this.motion.scene
  }

  /** What is asked, once all that happened has been shown. */
  get question(): Question | undefined {
    return this.motion.playing ? undefined : this.asked
  }

  /** Whether the question is for somebody at this screen. */
  get mine(): boolean {
    return this.question !== undefined && this.handover === undefined && this.seats.includes(this.question.seat)
  }

  private standing(message: {
    version: number; at: number; offer?: Offer | null; handover?: number | null; redo: boolean; undo: 'free' | 'ask' | 'no'; waiting: number[]
  }): void {
    this.version = message.version
    this.at = message.at
    this.offer = message.offer ?? undefined
    this.handover = message.handover ?? undefined
    this.redo = message.redo
    this.undo = message.undo
    this.waiting = message.waiting
  }

  private update(message: Update): void {
    const before = this.known
    const log = [...(before?.log.slice(0, message.log.keep) ?? []), ...message.log.more]
    const scene = message.scene ?? (message.patch === undefined ? before?.scene : merged(before?.scene, message.patch))
    if (!before || !scene) return
    const stand = { scene, question: message.question ?? undefined, log, dice: message.dice }
    this.known = stand
    if (stand.question && !this.seats.includes(stand.question.seat)) this.waited = true
    const same = message.news === 'undo' ? undefined : differsFrom(before.log, log)
    if (same === undefined) this.motion.jump(stand, log)
    else this.motion.play(stepsOf(unshown(before.log, log, same), same, scene), stand, message.handover != null)
  }

  private settle(stand: Stand): void {
    this.asked = stand.question
    this.log = stand.log
    this.dice = stand.dice
    if (stand !== this.known || !this.waited || !stand.question || !this.seats.includes(stand.question.seat)) return
    this.waited = false
    sound('turn')
  }

  private rate(step: Step): number {
    if (settings.speed === 'instant') return Infinity
    const other = this.seats.length > 0 && step.by !== undefined && !this.seats.includes(step.by)
    return settings.speed * (other ? OTHERS : 1)
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome': {
        // After the line was down the same question is no new one: whatever was pointed at or begun for it still stands.
        const same = this.ready && message.version === this.version && this.known?.question !== undefined && message.question != null
        const question = same ? this.known?.question : (message.question ?? undefined)
        this.match = message.match
        this.role = message.role
        this.seats = message.seats
        this.sockets = 1
        this.info = message.info
        this.presence = message.presence
        this.preparing = message.preparing
        this.paused = message.paused ?? ''
        this.passes = message.passes
        this.sealed(message.seal ?? undefined, message.word)
        this.standing(message)
        this.known = { scene: message.scene, question, log: message.log, dice: message.dice }
        this.waited = false
        this.motion.jump(this.known, message.log)
        this.thinking = undefined
        this.sending = this.sent.size > 0
        this.ready = true
        break
      }
      case 'update':
        this.news = message.log.more
        this.newsKind = message.news ?? ''
        this.standing(message)
        this.update(message)
        break
      case 'ack':
        this.settled(message.re)
        break
      case 'presence':
        this.presence = { seats: message.seats, watchers: message.watchers }
        break
      case 'thinking':
        this.thinking = message.on ? message.seat : undefined
        break
      case 'used':
        this.sockets = message.sockets
        break
      case 'sealed':
        this.sealed(message.seal)
        break
      case 'preparing':
        this.preparing = message.game
        break
      case 'paused':
        this.paused = message.text
        break
      case 'declined':
        this.notice = { code: 'declined', seat: message.by }
        break
      case 'passes':
        this.passes = message.passes
        break
      case 'error':
        this.settled(message.re, message.code)
        if (message.code === 'bad_token') {
          this.revoked = true
          this.wire.close()
        } else if (message.code === 'broken' || message.code === 'not_found') this.fatal = message
        else if (message.code !== 'stale') this.error = message
        break
      case 'bye':
        if (message.code === 'revoked') {
          this.revoked = true
          this.wire.close()
        }
        break
    }
  }

  /** The promise is kept here as it was first shown: nobody can show another one later. */
  private sealed(seal: Seal | undefined, word: string | null = null): void {
    this.seal = seal
    if (!seal || keptSeal(this.match) !== undefined) return
    const { commitment } = seal
    keepSeal(this.match, word === this.wire.word ? { commitment, word } : { commitment })
  }

  /** Say another word for the dice, while somebody is still waited for. */
  sayWord(word: string): void {
    const kept = keptSeal(this.match)
    if (kept !== undefined) keepSeal(this.match, { ...kept, word })
    this.wire.say('word', { word })
  }

  private settled(re: string | undefined, code?: string): void {
    if (re !== undefined) {
      this.sent.delete(re)
      this.patience.end(re)
    }
    this.sending = this.sent.size > 0
    this.back.heard(re, code, this.sending)
  }

  private change(type: string, fields: Record<string, unknown>): string {
    this.motion.mark()
    this.error = undefined
    this.notice = undefined
    this.sending = true
    const id = this.wire.say(type, fields)
    this.sent.add(id)
    this.patience.begin(id)
    return id
  }

  answer(key: string): void {
    if (!this.sending && this.mine) this.change('answer', { at: this.version, key })
  }

  answerAll(keys: string[]): void {
    if (!this.sending && this.mine) this.change('answers', { at: this.version, keys })
  }

  rolled(faces: (number | string | number[])[]): void {
    if (!this.sending && this.mine) this.change('rolled', { at: this.version, faces })
  }

  /** Take back the last answer; one that is under way as soon as it has arrived. */
  takeBack(): void {
    this.back.want(this.sending)
  }

  again(): void {
    this.change('redo', { at: this.version })
  }

  consent(accept: boolean): void {
    this.change('consent', { at: this.version, accept })
  }

  withdraw(): void {
    this.change('withdraw', {})
  }

  take(seat: number): void {
    this.wire.say('take', { seat })
  }

  setPasses(seat: number, windows: string[]): void {
    this.wire.say('passes', { seat, windows })
  }

  private async ask(type: string, fields: Record<string, unknown>): Promise<ServerMessage> {
    const asked = this.wire.ask(type, { at: this.version, ...fields })
    const reply = await (PATIENT.has(type) ? asked : this.patience.during(asked))
    if (reply.type === 'error') throw new Error(reply.text)
    return reply
  }

  async odds(key: string, aim = ''): Promise<OddsReply> {
    return (await this.ask('odds', { key, aim })) as OddsReply
  }

  async danger(first: number): Promise<DangerReply> {
    return (await this.ask('danger', { first })) as DangerReply
  }

  async advice(): Promise<AdviceReply> {
    return (await this.ask('advise', {})) as AdviceReply
  }

  async why(what: { key?: string; place?: string }): Promise<WhyReply> {
    return (await this.ask('why', what)) as WhyReply
  }

  async plan(spot: string, wish: PlanWish = {}): Promise<PlanReply> {
    return (await this.ask('plan', { spot, ...wish })) as PlanReply
  }

  async ahead(what: { piece?: string; target?: string; wishes?: string[] }): Promise<AheadReply> {
    return (await this.ask('ahead', what)) as AheadReply
  }

  async look(place: string): Promise<LookReply> {
    return (await this.ask('look', { place })) as LookReply
  }

  close(): void {
    this.motion.end()
    this.wire.close()
  }
}
