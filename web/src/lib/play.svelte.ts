// What a person at the table is looking at: the choice pointed at, the one to be confirmed, odds, and why something is not possible.

import { byPlace, centreOf, levelsAt, type Spot } from './board'
import { spotWords } from './boardwords'
import { Course } from './course.svelte'
import { listed } from './listing'
import { changedSince } from './log'
import { sawUntil, seenUntil } from './matches'
import { Numbers, type Odds } from './numbers.svelte'
import { Perils } from './perils.svelte'
import { settings } from './settings.svelte'
import type { Handful } from './spending'
import type { TableState } from './table.svelte'
import type { LookReply, Mark, Option, Place, PlanReply, Refusal } from './types'

export type Pane = 'choices' | 'rosters' | 'log' | 'dice'
/** What was pointed at on the board, the thing itself first, and what lies around it in the same cell. */
export type Pointed = { places: string[]; around: string[]; touch: boolean; x: number; y: number }
export type Why = { title: string; refusals: Refusal[]; waiting: boolean; plan: PlanReply | undefined }
export type Menu = { options: Option[]; x: number; y: number; touch: boolean }
/** What was looked at, and what it has to do with whoever acts; `held`: its lines stay until something else is asked. */
export type Look = { place: string; reply: LookReply; held: boolean }
/** A ring so many units away from a piece. */
export type Ring = { piece: string; far: number }
export type { Odds } from './numbers.svelte'

const LOOK_DELAY = 120
const NOTHING: Option[] = []

export class Play {
  pane: Pane = $state('choices')
  /** The option under the pointer or the focus; the board shows where it is. */
  hot: Option | undefined = $state.raw()
  /** The option whose odds are shown: the last one that was pointed at. */
  shown: Option | undefined = $state.raw()
  /** The dice to be spent that were taken so far. */
  taken: Handful = $state.raw({})
  /** The option that waits for a second tap. */
  pending: Option | undefined = $state.raw()
  menu: Menu | undefined = $state.raw()
  why: Why | undefined = $state.raw()
  /** Marks of the check that was pointed at; else those of all that failed are drawn. */
  pointedMarks: Mark[] | undefined = $state.raw()
  asking = $state(false)
  /** A move or a place that is being tried out, while such a question is asked here. */
  course: Course | undefined = $state.raw()
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
  touch = false

  /** The odds of all options, reckoned in the background. */
  readonly numbers: Numbers
  /** How dangerous the spots of a move are. */
  readonly perils: Perils
  private asked = 0
  private readonly looks = new Map<string, LookReply>()
  private lookTimer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly table: TableState) {
    this.numbers = new Numbers(table)
    this.perils = new Perils(table)
  }

  /** The odds of the option that is shown. */
  get odds(): Odds | undefined {
    return this.shown && this.numbers.of(this.shown, this.aim)
  }

  /** The legal choices of whoever is asked here, in the order of the list. */
  readonly options: Option[] = $derived.by(() => (this.table.mine ? listed(this.table.question?.options ?? NOTHING) : NOTHING))
  readonly places: Map<string, Option[]> = $derived(byPlace(this.options))
  /** The cells to which a press leads by several answers. */
  readonly walks: Place[] = $derived.by(() => (this.table.mine ? (this.table.question?.walks ?? []) : []))
  /** The way to the cell under the pointer or the focus. */
  private way: PlanReply | undefined = $state.raw()
  private readonly ways = new Map<string, PlanReply>()
  private wayTimer: ReturnType<typeof setTimeout> | undefined
  readonly marks: Mark[] = $derived.by(() => {
    if (this.pointedMarks) return this.pointedMarks
    if (this.why) {
      const shown = this.why.refusals.slice(0, 1).flatMap((refusal) => refusal.checks.filter((check) => !check.passed).flatMap((check) => check.marks))
      return this.look?.place.startsWith('spot ') ? [...shown, ...this.look.reply.marks] : shown
    }
    if (this.look && this.look.place === `piece ${this.over}`) return this.look.reply.marks
    if (this.course && this.course.marks.length > 0) return this.course.marks
    return this.look?.held ? this.look.reply.marks : []
  })
  readonly fresh: string[] = $derived.by(() => (this.since === undefined ? [] : changedSince(this.table.log, this.since)))
  readonly path: Spot[] = $derived.by(() => {
    const plan = (this.pending && this.plans.get(this.pending)) ?? this.why?.plan ?? this.way
    if (!plan || plan.keys.length === 0) return []
    const start = this.start()
    return start === undefined ? plan.path : [start, ...plan.path]
  })

  private start(): Spot | undefined {
    const piece = this.table.question?.subject?.piece
    return piece === undefined ? undefined : this.table.scene?.pieces[piece]?.at
  }

  /** A new question: nothing that was shown for the old one holds. */
  reset(): void {
    this.numbers.begin(this.options)
    this.perils.begin()
    this.hot = undefined
    this.shown = undefined
    this.pending = undefined
    this.taken = {}
    this.menu = undefined
    this.why = undefined
    this.pointedMarks = undefined
    this.showWay(undefined)
    this.ways.clear()
    clearTimeout(this.lookTimer)
    this.look = undefined
    this.course?.end()
    this.course = this.newCourse()
    if (this.ring && this.table.scene?.pieces[this.ring.piece] === undefined) this.ring = undefined
  }

  private newCourse(): Course | undefined {
    const region = this.table.mine ? this.table.question?.region : undefined
    const board = this.table.scene?.board
    if (!region || !board) return undefined
    const answer = (key: string): void => {
      this.read()
      this.since = undefined
      this.table.answer(key)
    }
    const floors = (at: Spot): number[] => levelsAt(Object.values(this.table.scene?.parts ?? {}), at)
    const good = this.options.find((option) => option.place?.spot !== undefined && option.place.shape)?.place?.shape
    return new Course({ plan: (spot) => this.table.plan(spot), answer }, region, board, floors, good && centreOf(good))
  }

  // -- looking and measuring ---------------------------------------------------------------------------------------------

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

  private mustConfirm(touch: boolean): boolean {
    return settings.confirm === 'always' || (settings.confirm === 'touch' && touch)
  }

  // -- walking -----------------------------------------------------------------------------------------------------------

  /** What waits for a second tap, with the way that it means. */
  private readonly plans = new WeakMap<Option, PlanReply>()

  /** The pointer or the focus is on a cell that can be walked to: show the way there. */
  showWay(spot: string | undefined): void {
    clearTimeout(this.wayTimer)
    this.way = spot === undefined ? undefined : this.ways.get(spot)
    if (spot === undefined || this.way) return
    this.wayTimer = setTimeout(async () => {
      const version = this.table.version
      try {
        const plan = await this.table.plan(spot)
        if (version !== this.table.version) return
        this.ways.set(spot, plan)
        this.way = plan
      } catch {
        // The position has changed: the next pointing asks again.
      }
    }, LOOK_DELAY)
  }

  /** Walk to a cell: at once, or after a second tap; why not, if there is no way after all. */
  private async walkTo(place: string, touch: boolean): Promise<void> {
    if (this.table.sending || !this.table.mine) return
    const waiting = this.pending
    if (waiting && waiting.place?.spot === place.slice(5) && this.plans.has(waiting)) {
      this.commit(waiting)
      return
    }
    const version = this.table.version
    const plan = await this.table.plan(place.slice(5)).catch(() => undefined)
    if (version !== this.table.version) return
    if (!plan || plan.keys.length === 0) void this.askWhy(place)
    else if (this.mustConfirm(touch)) {
      this.pending = { key: '', text: plan.text, group: '', rules: [], place: { spot: place.slice(5) } }
      this.plans.set(this.pending, plan)
    } else this.walk(plan)
  }

  /** Take an option: at once, or after a second tap. */
  pick(option: Option, touch: boolean): void {
    if (this.table.sending || !this.table.mine) return
    this.menu = undefined
    if (this.mustConfirm(touch) && this.pending !== option) {
      this.pending = option
      this.point(option)
      return
    }
    this.commit(option)
  }

  commit(option: Option): void {
    const plan = this.plans.get(option)
    if (plan) {
      this.walk(plan)
      return
    }
    this.read()
    this.since = undefined
    this.pending = undefined
    this.table.answer(option.key)
  }

  /** Somebody pointed at the board: choose what is there, or say why nothing is. */
  at(pointed: Pointed): void {
    const direct = pointed.places.flatMap((place) => this.places.get(place) ?? [])
    const around = pointed.around.flatMap((place) => this.places.get(place) ?? [])
    const options = direct.length > 0 && !pointed.touch ? direct : [...new Set([...direct, ...around])]
    const first = pointed.places[0]
    this.menu = undefined
    const piece = first?.startsWith('piece ') ? first.slice(6) : undefined
    if (piece !== undefined) {
      this.selected = piece
      // A choice that is taken at once changes everything: there is nothing left to look at.
      if (!this.asking && (options.length !== 1 || this.mustConfirm(pointed.touch))) this.lookAt(piece, true)
    }
    const walk = piece !== undefined && this.table.scene?.pieces[piece]?.card !== undefined ? undefined : this.walkAt(pointed.places)
    if (this.asking && first !== undefined) {
      this.asking = false
      this.lookInto(first)
      void this.askWhy(first)
    } else if (walk !== undefined) {
      void this.walkTo(walk, pointed.touch)
    } else if (options.length === 1 && options[0]) {
      this.pick(options[0], pointed.touch)
    } else if (options.length > 1) {
      if (this.pending && options.includes(this.pending)) this.commit(this.pending)
      else this.menu = { options, x: pointed.x, y: pointed.y, touch: pointed.touch }
    } else if (first !== undefined) {
      this.pending = undefined
      this.openCardOf(first)
      this.lookInto(first)
      if (this.table.mine && this.table.question?.kind === 'choose') void this.askWhy(first)
    }
  }

  /** The cell among these places that a press walks to. */
  private walkAt(places: string[]): string | undefined {
    return places.find((place) => this.walks.some((walk) => place === `spot ${walk.spot}`))
  }

  /** A cell is asked about: what whoever acts has to do with it stays on the board. */
  private lookInto(place: string): void {
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

  walk(plan: PlanReply): void {
    this.read()
    this.since = undefined
    this.pending = undefined
    this.table.answerAll(plan.keys)
  }

  /** The innermost thing that is open goes first; false if nothing was. */
  close(): boolean {
    if (this.menu) this.menu = undefined
    else if (this.pending) this.pending = undefined
    else if (this.why) this.closeWhy()
    else if (this.course && (this.course.point !== undefined || this.course.plan !== undefined)) this.course.clear()
    else if (this.look?.held) this.closeLook()
    else if (this.ring) this.ring = undefined
    else if (this.asking) this.asking = false
    else return false
    return true
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
