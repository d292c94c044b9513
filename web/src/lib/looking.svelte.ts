// What a person at the table is looking at: the choice pointed at, its odds, what a piece has to do with another, and why something is not possible.

import { spotWords } from './boardwords'
import { listed } from './listing'
import { changedSince } from './log'
import { sawUntil, seenUntil } from './matches'
import { Numbers, type Odds } from './numbers.svelte'
import type { TableState } from './table.svelte'
import type { LookReply, Mark, Option, PlanReply, Refusal } from './types'

export type Pane = 'choices' | 'rosters' | 'log' | 'dice'
export type Why = { title: string; refusals: Refusal[]; waiting: boolean; plan: PlanReply | undefined }
/** What was looked at, and what it has to do with whoever acts; `held`: its lines stay until something else is asked. */
export type Look = { place: string; reply: LookReply; held: boolean }
/** A ring so many units away from a piece. */
export type Ring = { piece: string; far: number }

/** Milliseconds that somebody points at something before the server is asked about it. */
export const LOOK_DELAY = 120
const NOTHING: Option[] = []

export class Looking {
  pane: Pane = $state('choices')
  /** The option under the pointer or the focus; the board shows where it is. */
  hot: Option | undefined = $state.raw()
  /** The option whose odds are shown: the last one that was pointed at. */
  shown: Option | undefined = $state.raw()
  why: Why | undefined = $state.raw()
  /** Marks of the check that was pointed at; else those of all that failed are drawn. */
  pointedMarks: Mark[] | undefined = $state.raw()
  asking = $state(false)
  look: Look | undefined = $state.raw()
  /** The piece under the pointer or the focus. */
  over: string | undefined = $state()
  /** The ring round a piece, and the piece that was last picked on the board. */
  ring: Ring | undefined = $state.raw()
  selected: string | undefined = $state()
  aim = $state('')
  rule: string | undefined = $state()
  /** The piece whose card is pointed at, and the card that is open. */
  ringed: string | undefined = $state()
  card: string | undefined = $state()
  /** How much of the log was read before; what came after is marked. */
  since: number | undefined = $state()

  /** The odds of all options, reckoned in the background. */
  readonly numbers: Numbers
  private asked = 0
  private readonly looks = new Map<string, LookReply>()
  private lookTimer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly table: TableState) {
    this.numbers = new Numbers(table)
  }

  /** The odds of the option that is shown. */
  get odds(): Odds | undefined {
    return this.shown && this.numbers.of(this.shown, this.aim)
  }

  /** The legal choices of whoever is asked here, in the order of the list. */
  readonly options: Option[] = $derived.by(() => (this.table.mine ? listed(this.table.question?.options ?? NOTHING) : NOTHING))
  readonly fresh: string[] = $derived.by(() => (this.since === undefined ? [] : changedSince(this.table.log, this.since)))

  /** Nothing is looked at any more. */
  protected lookAway(): void {
    this.hot = undefined
    this.shown = undefined
    this.why = undefined
    this.pointedMarks = undefined
    clearTimeout(this.lookTimer)
    this.look = undefined
  }

  /** The pointer or the focus is on a piece: say what whoever acts has to do with it. */
  lookAt(piece: string | undefined, held = false): void {
    this.over = piece
    clearTimeout(this.lookTimer)
    if (piece === undefined || piece === this.actor()) return
    this.lookFor(`piece ${piece}`, held)
  }

  private lookFor(place: string, held: boolean): void {
    if (!this.table.mine || this.table.question?.kind !== 'choose') return
    const name = `${this.table.version}\n${place}`
    const known = this.looks.get(name)
    if (known) this.showLook(place, known, held)
    else if (held) void this.askLook(name, place, held)
    else this.lookTimer = setTimeout(() => void this.askLook(name, place, held), LOOK_DELAY)
  }

  private async askLook(name: string, place: string, held: boolean): Promise<void> {
    try {
      const reply = await this.table.look(place)
      if (this.looks.size > 200) this.looks.clear()
      this.looks.set(name, reply)
      if (name.startsWith(`${this.table.version}\n`) && (held || place === `piece ${this.over}`)) this.showLook(place, reply, held)
    } catch {
      // The position has changed: the next pointing asks again.
    }
  }

  private showLook(place: string, reply: LookReply, held: boolean): void {
    const same = this.look?.place === place && this.look.held
    this.look = reply.text === '' ? undefined : { place, reply, held: held || same }
  }

  closeLook(): void {
    this.look = undefined
  }

  /** Who acts: the piece that the question is about, or the active one. */
  actor(): string | undefined {
    const subject = this.table.question?.subject?.piece
    if (subject !== undefined) return subject
    return Object.entries(this.table.scene?.pieces ?? {}).find(([, piece]) => piece.state === 'active')?.[0]
  }

  /** A ring so many units round the piece that is focused, picked or active; 0 takes it away. */
  measure(far: number, focused?: string): void {
    const piece = [focused, this.selected, this.ring?.piece, this.actor()].find((one) => one !== undefined && this.table.scene?.pieces[one])
    this.ring = far === 0 || piece === undefined ? undefined : { piece, far }
  }

  /** Show where an option is and what may come of it. */
  point(option: Option | undefined): void {
    if (this.hot !== option) this.hot = option
    if (option === undefined) return
    // What was only glanced at makes room for what is pointed at now.
    if (this.look && !this.look.held) this.look = undefined
    if (this.shown === option) return
    this.shown = option
    this.aim = ''
    this.numbers.look(option)
  }

  setAim(aim: string): void {
    this.aim = aim
    if (this.shown) this.numbers.look(this.shown, aim)
  }

  protected tellOf(place: string): void {
    this.openCardOf(place)
    this.lookInto(place)
    if (this.table.mine && this.table.question?.kind === 'choose') void this.askWhy(place)
  }

  /** A cell is asked about: what whoever acts has to do with it stays on the board. */
  protected lookInto(place: string): void {
    if (place.startsWith('spot ')) this.lookFor(place, true)
  }

  private openCardOf(place: string): void {
    const [kind, id = ''] = split(place)
    const card = kind === 'piece' ? this.table.scene?.pieces[id]?.card : undefined
    if (card === undefined) return
    this.card = card
    if (!this.table.mine) this.pane = 'rosters'
  }

  async askWhy(place: string): Promise<void> {
    const [kind, id = ''] = split(place)
    const number = ++this.asked
    const spots = this.options.some((option) => option.place?.spot !== undefined)
    this.pane = 'choices'
    this.pointedMarks = undefined
    this.why = { title: this.nameOf(kind, id), refusals: [], waiting: true, plan: undefined }
    const [why, plan] = await Promise.allSettled([
      this.table.why({ place }),
      kind === 'spot' && spots ? this.table.plan(id) : Promise.reject(new Error('no walk')),
    ])
    if (number !== this.asked || this.why === undefined) return
    this.why = {
      ...this.why,
      waiting: false,
      refusals: why.status === 'fulfilled' ? why.value.refusals : [],
      plan: plan.status === 'fulfilled' && plan.value.keys.length > 0 ? plan.value : undefined,
    }
  }

  private nameOf(kind: string, id: string): string {
    const scene = this.table.scene
    if (kind === 'piece') return scene?.pieces[id]?.name ?? id
    if (kind === 'part') return scene?.parts[id]?.name ?? id
    return spotWords(scene?.board, id)
  }

  closeWhy(): void {
    this.asked += 1
    this.why = undefined
    this.pointedMarks = undefined
  }

  /** Somebody comes (back) to the match: mark what happened in between. */
  returned(): void {
    const seen = seenUntil(this.table.match)
    this.since = seen !== undefined && seen < this.table.log.length ? seen : undefined
  }

  /** The end of the log is on the screen. */
  read(): void {
    if (document.visibilityState === 'visible' && this.table.match !== '') sawUntil(this.table.match, this.table.log.length)
  }
}

function split(place: string): [string, string] {
  const gap = place.indexOf(' ')
  return [place.slice(0, gap), place.slice(gap + 1)]
}
