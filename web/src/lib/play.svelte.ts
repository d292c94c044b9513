// What a person at the table does: choices that are taken or to be confirmed, pieces that are picked up, attacks, walks.

import { byPlace, centreOf, levelsAt, spotsAt, type Spot } from './board'
import { Course } from './course.svelte'
import { Looking, LOOK_DELAY } from './looking.svelte'
import { Perils } from './perils.svelte'
import { wayOf } from './motion/steps'
import { settings } from './settings.svelte'
import type { Handful } from './spending'
import type { TableState } from './table.svelte'
import type { AheadReply, Implied, Mark, Option, Place, PlanReply, Region } from './types'

/** What was pointed at on the board, the thing itself first, and what lies around it in the same cell. */
export type Pointed = { places: string[]; around: string[]; touch: boolean; x: number; y: number; at?: Spot }
/** A row of the menu at a place: a choice, or several answers at once; `now`: what is taken as it stands. */
export type MenuRow = { id: string; text: string; note?: string; now?: boolean; option?: Option; run: () => void }
export type Menu = { rows: MenuRow[]; x: number; y: number; touch: boolean }
/** The points of a walk, each with its height. */
export type Way = { points: Spot[]; heights: number[] }
/** A piece that was picked up: where it might go, and what else that means. `asked`: it acts already. */
export type Lifted = { piece: string; asked: boolean; wishes: string[]; course: Course; implied: Implied[]; walks: Place[] }
/** What is said in passing: who had nothing to do, or what a gesture has implied and could have meant instead. */
export type ImpliedNote = { kind: 'implied'; piece: string; others: { now: string; text: string; keys: string[] }[] }
export type Note = { kind: 'idle'; name: string } | ImpliedNote

/** Milliseconds until a new question takes an answer: a press that comes sooner was meant for the one before. */
export const SETTLING = 350
/** How many other meanings of a gesture are offered. */
const MOST_OTHERS = 3

export class Play extends Looking {
  /** The dice to be spent that were taken so far. */
  taken: Handful = $state.raw({})
  /** The option that waits for a second tap. */
  pending: Option | undefined = $state.raw()
  menu: Menu | undefined = $state.raw()
  /** A move or a place that is being tried out, while such a question is asked here. */
  course: Course | undefined = $state.raw()
  /** A piece that was picked up before anybody was asked about it. */
  lifted: Lifted | undefined = $state.raw()
  note: Note | undefined = $state.raw()
  /** The question has been on the screen for long enough. */
  taking = $state(true)
  touch = false

  /** How dangerous the spots of a move are. */
  readonly perils: Perils
  private settling: ReturnType<typeof setTimeout> | undefined
  private lifting = 0
  /** Who was told to act by the answer that is under way. */
  private acted: string | undefined
  /** What is answered as soon as an undo has brought its question back. */
  private instead: string[] | undefined

  constructor(table: TableState) {
    super(table)
    this.perils = new Perils(table)
  }

  readonly places: Map<string, Option[]> = $derived(byPlace(this.options))
  /** The cells to which a press leads by several answers. */
  readonly walks: Place[] = $derived.by(() => this.lifted?.walks ?? (this.table.mine ? (this.table.question?.walks ?? []) : []))
  /** What is being tried out on the board: for the question, or for a piece that was picked up. */
  readonly trial: Course | undefined = $derived(this.course ?? this.lifted?.course)
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
    if (this.trial && this.trial.marks.length > 0) return this.trial.marks
    return this.look?.held ? this.look.reply.marks : []
  })
  readonly path: Way | undefined = $derived.by(() => {
    const plan = (this.pending && this.plans.get(this.pending)) ?? this.why?.plan ?? this.way
    if (!plan || plan.keys.length === 0) return undefined
    const id = this.table.question?.subject?.piece
    const piece = id === undefined ? undefined : this.table.scene?.pieces[id]
    return piece ? wayOf(piece, plan.path, plan.heights) : { points: plan.path, heights: plan.heights ?? [] }
  })

  /** A new question: nothing that was shown for the old one holds. */
  reset(): void {
    this.numbers.begin(this.options)
    this.perils.begin()
    clearTimeout(this.settling)
    this.taking = false
    this.settling = setTimeout(() => (this.taking = true), SETTLING)
    this.dropLift()
    this.tellIdle()
    this.pending = undefined
    this.taken = {}
    this.menu = undefined
    this.showWay(undefined)
    this.ways.clear()
    this.lookAway()
    this.course?.end()
    this.course = this.newCourse()
    this.beginTurn()
    if (this.instead === undefined) this.liftActive()
    if (this.ring && this.table.scene?.pieces[this.ring.piece] === undefined) this.ring = undefined
  }

  private newCourse(): Course | undefined {
    const region = this.table.mine ? this.table.question?.region : undefined
    const board = this.table.scene?.board
    if (!region || !board) return undefined
    const answer = (keys: string[]): void => void this.send(keys)
    const near = region.kind === 'place' && region.blast === undefined
    const good = this.options.find((option) => option.place?.spot !== undefined && option.place.shape)?.place?.shape
    return new Course({ plan: (spot) => this.table.plan(spot, near ? { near } : {}), answer }, region, board, this.floors, good && centreOf(good))
  }

  private readonly floors = (at: Spot): number[] => levelsAt(Object.values(this.table.scene?.parts ?? {}), at)

  // -- answering ---------------------------------------------------------------------------------------------------------

  /** Whether an answer would not be taken now: another is under way, or the question has only just come. */
  get busy(): boolean {
    return this.table.sending || !this.taking
  }

  /** Answer, with one key or several in a row; nothing that comes too early counts. */
  private send(keys: string[], acted?: string): boolean {
    const [first] = keys
    if (this.busy || !this.table.mine || first === undefined) return false
    this.read()
    this.since = undefined
    this.pending = undefined
    this.note = undefined
    this.acted = acted
    if (keys.length === 1) this.table.answer(first)
    else this.table.answerAll(keys)
    return true
  }

  /** Take back the last answer, even one that is still under way. */
  undo(): void {
    if (this.table.offer === undefined && (this.table.sending || this.table.undo !== 'no')) {
      this.note = undefined
      this.table.takeBack()
    }
  }

  /** Take back what a gesture has implied, and answer otherwise. */
  takeInstead(keys: string[]): void {
    if (this.table.undo !== 'free' || this.table.offer !== undefined) return
    this.note = undefined
    this.instead = keys
    this.table.takeBack()
  }

  /** The server has taken everything: what was taken back to be answered otherwise is answered now. */
  caughtUp(): void {
    const keys = this.instead
    this.instead = undefined
    if (keys && this.table.mine) this.table.answerAll(keys)
  }

  /** The choice that ends what is going on, if there is one. */
  end(): void {
    const option = this.options.find((one) => one.leads === 'ends')
    if (option) this.pick(option, false)
  }

  // Whoever was told to act and has acted already had nothing to do: nobody may miss that.
  private tellIdle(): void {
    const piece = this.acted === undefined ? undefined : this.table.scene?.pieces[this.acted]
    this.acted = undefined
    if (piece?.state === 'done') this.note = { kind: 'idle', name: piece.name }
  }

  // -- picking up --------------------------------------------------------------------------------------------------------

  /** The option that lets a piece act. */
  private actsFor(piece: string): Option | undefined {
    return this.places.get(`piece ${piece}`)?.find((option) => option.leads === 'acts')
  }

  /** Whether a piece may be picked up: it may be told to act, or it acts and may move. */
  liftable(piece: string): boolean {
    if (!this.table.mine || this.asking || this.course) return false
    if (this.lifted?.piece === piece || this.actsFor(piece)) return true
    return this.table.question?.subject?.piece === piece && (this.walks.length > 0 || this.options.some((option) => option.leads === 'moves'))
  }

  // Who acts and may move shows where to, without being picked up first.
  private liftActive(): void {
    const piece = this.table.mine ? this.table.question?.subject?.piece : undefined
    if (piece !== undefined && !this.course && this.options.some((option) => option.leads === 'moves') && this.walks.length === 0) void this.lift(piece)
  }

  /** Pick a piece up: its ghost follows at once, and where it may go as soon as the server has said it. */
  async lift(piece: string, wishes: string[] = []): Promise<AheadReply | undefined> {
    const shown = this.table.scene?.pieces[piece]
    const board = this.table.scene?.board
    if (!shown || !board || !this.table.mine) return undefined
    if (this.lifted?.piece === piece && wishes.join() === this.lifted.wishes.join()) return undefined
    const version = this.table.version
    const asked = this.actsFor(piece) === undefined
    const make = (region: Region, more: Pick<Lifted, 'implied' | 'walks'>): Lifted => {
      const named = board.grid ? (at: Spot): string => spotsAt(board, at)[0] ?? 'outside' : undefined
      const plan = (spot: string, at: Spot): Promise<PlanReply> =>
        this.table.plan(spot, { piece, wishes, point: [Math.round(at[0]), Math.round(at[1])] })
      const answer = (keys: string[]): void => {
        if (this.send(keys)) this.tellImplied(piece, keys, more.implied)
      }
      const asker = { plan, answer, ...(named ? { named } : {}) }
      return { piece, asked, wishes, course: new Course(asker, region, board, this.floors, undefined, true), ...more }
    }
    const kept = this.lifted?.piece === piece ? this.lifted.course.point : undefined
    this.dropLift()
    const number = this.lifting
    const bare: Region = { kind: 'move', radius: shown.radius, piece, start: shown.at }
    this.lifted = make(bare, { implied: [], walks: [] })
    const reply = await this.table.ahead({ piece, wishes }).catch(() => undefined)
    if (number !== this.lifting || version !== this.table.version || !this.lifted) return undefined
    if (!reply || (!reply.region && !reply.walks)) {
      this.dropLift()
      return reply
    }
    const dragged = this.lifted.course.point ?? kept
    const waits = this.lifted.course.confirmed
    this.lifted.course.end()
    this.lifted = make(reply.region ?? bare, { implied: reply.implied, walks: reply.walks ?? [] })
    if (dragged) this.lifted.course.drag(dragged)
    if (dragged && waits) this.lifted.course.confirm(true)
    return reply
  }

  /** Put a piece down that was picked up. */
  dropLift(): void {
    this.lifted?.course.end()
    this.lifted = undefined
    this.lifting += 1
  }

  /** Something was dropped, or a point was pressed: it is the answer if it can be one; `more`: it goes on from there. */
  dropped(more = false): void {
    const course = this.trial
    if (!course || course.point === undefined) return
    if (course.lifted && Math.hypot(course.point[0] - course.home[0], course.point[1] - course.home[1]) < course.region.radius) {
      course.clear()
      return
    }
    if (!more && !this.holds(course) && settings.confirm !== 'always' && !this.busy) course.confirm(true)
  }

  // What can still be turned is not done when it is put down, nor a way that has more legs; dice fall for a finger only when it is said.
  private holds(course: Course): boolean {
    return course.drives || (course.region.kind === 'place' && course.region.rotates === true) || (course.risky && this.touch)
  }

  /** The choice by which whoever acts is asked for a direction. */
  private turnChoice(): Option | undefined {
    return this.table.mine && !this.course ? this.options.find((option) => option.leads === 'turns') : undefined
  }

  /** Turn what is being tried out; or whoever acts, who is asked for a direction first. */
  turn(by: 1 | -1, degrees: number): boolean {
    const trial = this.trial
    if (trial && !trial.idle && (trial.turns || trial.region.rotates)) {
      trial.turn(by, degrees)
      return true
    }
    const option = this.turnChoice()
    if (!option || this.busy) return false
    this.begun = { by, degrees }
    this.commit(option)
    return true
  }

  private begun: { by: 1 | -1; degrees: number } | undefined

  // Whoever was told to turn by a key begins with that.
  private beginTurn(): void {
    if (this.begun && this.course?.turns) this.course.turn(this.begun.by, this.begun.degrees)
    this.begun = undefined
  }

  private tellImplied(piece: string, keys: string[], implied: Implied[]): void {
    const others = implied.flatMap((one) =>
      one.others.map((other) => ({ now: one.text, text: other.text, keys: keys.map((key) => (key === one.key ? other.key : key)) })),
    )
    if (others.length > 0) this.note = { kind: 'implied', piece, others: others.slice(0, MOST_OTHERS) }
  }

  // -- attacking ---------------------------------------------------------------------------------------------------------

  /** Whether a press on a piece may mean an attack that takes several answers. */
  private mayAttack(piece: string): boolean {
    const target = this.table.scene?.pieces[piece]
    if (!this.table.mine || target?.seat === undefined || target.seat === this.table.question?.seat) return false
    return this.lifted !== undefined || this.options.some((option) => option.leads === 'attacks')
  }

  /** The attacks on a piece, beside it; false if there is none. */
  private async offerAttacks(target: string, pointed: Pointed): Promise<boolean> {
    const version = this.table.version
    const lifted = this.lifted
    const by = lifted && !lifted.asked ? { piece: lifted.piece, wishes: lifted.wishes } : {}
    const reply = await this.table.ahead({ target, ...by }).catch(() => undefined)
    if (version !== this.table.version || !reply?.attacks?.length) return false
    const rows = reply.attacks.map((attack): MenuRow => {
      const option = attack.keys.length === 1 ? this.options.find((one) => one.key === attack.keys[0]) : undefined
      return { id: attack.keys.join('\n'), text: attack.text, ...(option ? { option } : {}), run: () => void this.send(attack.keys) }
    })
    this.menu = { rows, x: pointed.x, y: pointed.y, touch: pointed.touch }
    return true
  }

  /** A piece that may act was pressed: where it may go is shown, and what else may be said of it. */
  private async choosePiece(piece: string, option: Option, pointed: Pointed): Promise<void> {
    const again = this.lifted?.piece === piece
    const version = this.table.version
    if (!again) await this.lift(piece)
    if (version !== this.table.version) return
    // It may go nowhere, or there is nothing else to say of it and it was pressed once more.
    const chips = this.lifted?.piece === piece && this.lifted.implied.some((one) => one.others.length > 0)
    if (chips) this.openChips(piece, option, pointed)
    else if (again || this.lifted?.piece !== piece) this.pick(option, pointed.touch)
  }

  private openChips(piece: string, option: Option, pointed: Pointed): void {
    const lifted = this.lifted
    if (!lifted) return
    const others = lifted.implied.flatMap((one) => [{ ...one, now: true, of: one }, ...one.others.map((other) => ({ ...other, now: false, of: one }))])
    const chips = others.filter(({ of }) => of.others.length > 0).map(({ key, text, now, of }): MenuRow => {
      const wishes = [...lifted.wishes.filter((wish) => wish !== of.key && !of.others.some((other) => other.key === wish)), key]
      return { id: `wish ${key}`, text, now, run: () => void this.lift(piece, wishes).then(() => this.openChips(piece, option, pointed)) }
    })
    const act: MenuRow = { id: option.key, text: option.text, option, run: () => this.pick(option, pointed.touch) }
    this.menu = { rows: [...chips, act], x: pointed.x, y: pointed.y, touch: pointed.touch }
  }

  // What an undo takes back whole needs no second tap; dice that have fallen do.
  private mustConfirm(option: Option | undefined, touch: boolean): boolean {
    return settings.confirm === 'always' || (settings.confirm === 'touch' && touch && option?.chance === true)
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
  private async walkTo(place: string, pointed: Pointed): Promise<void> {
    if (this.busy || !this.table.mine) return
    const waiting = this.pending
    if (waiting && waiting.place?.spot === place.slice(5) && this.plans.has(waiting)) {
      this.commit(waiting)
      return
    }
    const version = this.table.version
    const point = pointed.at && ([Math.round(pointed.at[0]), Math.round(pointed.at[1])] as [number, number])
    const plan = await this.table.plan(place.slice(5), point ? { point } : {}).catch(() => undefined)
    if (version !== this.table.version) return
    if (!plan || plan.keys.length === 0) void this.askWhy(place)
    else if (this.mustConfirm(undefined, pointed.touch)) {
      this.pending = { key: '', text: plan.text, group: '', rules: [], place: { spot: place.slice(5) } }
      this.plans.set(this.pending, plan)
    } else this.walk(plan)
  }

  /** Take an option: at once, or after a second tap. */
  pick(option: Option, touch: boolean): void {
    if (this.busy || !this.table.mine) return
    const fromMenu = this.menu !== undefined
    this.menu = undefined
    if (this.mustConfirm(option, touch && !fromMenu) && this.pending !== option) {
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
    this.send([option.key], option.leads === 'acts' ? option.place?.piece : undefined)
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
      if (!this.asking && (options.length !== 1 || this.mustConfirm(options[0], pointed.touch))) this.lookAt(piece, true)
    }
    const acts = piece === undefined ? undefined : this.actsFor(piece)
    const walk = piece !== undefined && this.table.scene?.pieces[piece]?.card !== undefined ? undefined : this.walkAt(pointed.places)
    if (this.asking && first !== undefined) {
      this.asking = false
      this.lookInto(first)
      void this.askWhy(first)
    } else if (acts && piece !== undefined && options.length === 1 && settings.confirm !== 'always') {
      if (!this.busy) void this.choosePiece(piece, acts, pointed)
    } else if (walk !== undefined) {
      void this.walkTo(walk, pointed)
    } else if (options.length === 1 && options[0] && !this.popsUp(options[0])) {
      this.pick(options[0], pointed.touch)
    } else if (options.length > 0) {
      if (this.pending && options.includes(this.pending)) this.commit(this.pending)
      else this.offer(options, pointed)
    } else if (first !== undefined) {
      this.pending = undefined
      if (piece !== undefined && this.mayAttack(piece)) void this.offerAttacks(piece, pointed).then((found) => found || this.tellOf(first))
      else this.tellOf(first)
    }
  }

  /** Several choices at a point of the screen. */
  offer(options: Option[], { x, y, touch }: { x: number; y: number; touch: boolean }): void {
    const rows = options.map((option): MenuRow => {
      const { key, text, note } = option
      return { id: key, text, ...(note ? { note } : {}), option, run: () => this.pick(option, touch) }
    })
    this.menu = { rows, x, y, touch }
  }

  // An attack among other things to do is offered at the piece; where only its target is asked for, a press is enough.
  private popsUp(option: Option): boolean {
    return option.leads === 'attacks' && this.options.some((other) => other.leads !== 'attacks')
  }

  /** The cell among these places that a press walks to. */
  private walkAt(places: string[]): string | undefined {
    return places.find((place) => this.walks.some((walk) => place === `spot ${walk.spot}`))
  }

  walk(plan: PlanReply): void {
    this.send(plan.keys)
  }

  /** What a bot suggests: a choice of the list, or a point that nobody listed; false if it is neither. */
  async suggested(key: string): Promise<'listed' | 'shown' | 'lost'> {
    const option = this.options.find((one) => one.key === key)
    if (option) {
      this.point(option)
      return 'listed'
    }
    const course = this.course
    const plan = course && (await this.table.plan(`key ${key}`).catch(() => undefined))
    if (!plan || plan.keys.length === 0 || course !== this.course) return 'lost'
    course.show(plan)
    return 'shown'
  }

  /** The innermost thing that is open goes first; false if nothing was. */
  close(): boolean {
    if (this.menu) this.menu = undefined
    else if (this.pending) this.pending = undefined
    else if (this.why) this.closeWhy()
    else if (this.trial && (this.trial.point !== undefined || this.trial.plan !== undefined)) this.trial.clear()
    else if (this.lifted && !this.lifted.asked) this.dropLift()
    else if (this.note) this.note = undefined
    else if (this.look?.held) this.closeLook()
    else if (this.ring) this.ring = undefined
    else if (this.asking) this.asking = false
    else return false
    return true
  }

}
