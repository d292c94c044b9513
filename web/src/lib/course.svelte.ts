// A move or a place that is being tried out: a ghost on the board, the way to it as the server judges it, and what it costs.

import { bearing, boxOf, turned, type Spot } from './board'
import { text } from './messages'
import type { Board, Level, Mark, PlanReply, Region } from './types'

/** Milliseconds between two questions while something is dragged. */
const PAUSE = 50
/** Degrees of a turn by a key, and of a fine one. */
export const TURN = 15
export const FINE = 1
/** How far away something is that is faced by degrees, in hundredths. */
const FAR = 400
export const STEP = 25
export const UNIT = 100

type Asker = {
  plan: (spot: string, at: Spot) => Promise<PlanReply>
  answer: (keys: string[]) => void
  /** What a point is called where any point of a cell means the cell. */
  named?: (at: Spot) => string
}
/** How large the board is, and how a length on it is written. */
type Ground = Pick<Board, 'width' | 'height' | 'unit' | 'units' | 'sign'>

/** The words of a point for the server: "point X,Y", perhaps with where it leads over, its height, how what is put down is turned or where
 * what moves is faced at its end, or that it is a jump. */
export function spotOf(at: Spot, more: { via?: Spot[]; up?: number | undefined; turned?: number | undefined; jump?: boolean; faced?: number | undefined } = {}): string {
  const pair = (p: Spot): string => `${Math.round(p[0])},${Math.round(p[1])}`
  const via = more.via && more.via.length > 0 ? ` via ${more.via.map(pair).join(';')}` : ''
  const up = more.up === undefined ? '' : ` up ${more.up}`
  const turned = more.turned || more.faced !== undefined ? ` turned ${more.faced ?? more.turned}` : ''
  return `point ${pair(at)}${via}${up}${turned}${more.jump ? ' jump' : ''}`
}

export class Course {
  /** Where the ghost is, once somebody has put it somewhere. */
  point: Spot | undefined = $state.raw()
  via: Spot[] = $state.raw([])
  turned = $state(0)
  /** Where it is to face at its end, if somebody wishes that. */
  faced: number | undefined = $state()
  jump = $state(false)
  /** The wished height in hundredths; otherwise the server takes the nearest that fits. */
  up: number | undefined = $state()
  /** The next point is one more leg, not another end. */
  adding = $state(false)
  plan: PlanReply | undefined = $state.raw()
  waiting = $state(false)
  failed = $state(false)

  /** Whoever would go there has not been asked where to yet: a gesture says it. */
  get lifted(): boolean {
    return this.gesture
  }

  /** Nobody has put the ghost anywhere, and it stands for nothing yet. */
  get idle(): boolean {
    return this.gesture && this.point === undefined
  }

  /** Where the ghost stands before anybody has moved it. */
  readonly home: Spot
  private wanted = ''
  private answered = ''
  private running = false
  private confirming = false
  private plain = false
  private ended = false

  constructor(
    private readonly asker: Asker,
    readonly region: Region,
    readonly board: Ground,
    /** The heights on which something may stand at a point. */
    private readonly floors: (at: Spot) => number[] = () => [0],
    /** A place that is known to be good, for the ghost to wait at. */
    good?: Spot,
    private readonly gesture = false,
  ) {
    this.home = homeOf(region, board, good)
    this.adding = this.drives
  }

  get at(): Spot {
    return this.point ?? this.home
  }

  get moves(): boolean {
    return this.region.kind === 'move' || this.drives
  }

  /** A hull goes leg by leg. */
  get drives(): boolean {
    return this.region.kind === 'drive'
  }

  /** It is about a direction. */
  get turns(): boolean {
    return this.region.kind === 'turn'
  }

  /** What is aimed follows the pointer: a direction, or a point where something goes off. */
  get follows(): boolean {
    return this.turns || this.region.blast !== undefined
  }

  /** Dice fall as soon as it is answered. */
  get risky(): boolean {
    return this.region.blast !== undefined || (this.turns && this.region.footprint !== undefined)
  }

  /** Where it faces at its end. */
  get heading(): number {
    if (this.faced !== undefined) return this.faced
    if (this.turns && this.point !== undefined) return bearing(this.home, this.point)
    if (this.region.facing === undefined) return this.turned
    return this.point === undefined ? this.region.facing : (this.plan?.turned ?? this.region.facing)
  }

  /** Where the ghost is drawn: a hull goes no farther than its legs lead, and what turns stays where it is. */
  get stands(): Spot {
    if (this.turns) return this.home
    const end = this.drives && this.point !== undefined ? this.plan?.path.at(-1) : undefined
    return end ?? this.at
  }

  /** The pieces that it is about. */
  get hits(): string[] {
    return this.point === undefined ? [] : (this.plan?.hits ?? [])
  }

  /** The plan of the ghost where it is now leads somewhere. */
  get legal(): boolean {
    return this.plan !== undefined && this.plan.spot === this.wanted && this.plan.keys.length > 0
  }

  get refused(): boolean {
    return this.plan !== undefined && this.plan.keys.length === 0
  }

  get path(): Spot[] {
    if (!this.moves || this.point === undefined) return []
    if (this.plan && (this.plan.keys.length > 0 || (this.drives && this.plan.path.length > 0))) return this.plan.path
    return [this.home, ...this.via, this.point]
  }

  get marks(): Mark[] {
    return this.plan?.refusal?.checks.filter((check) => !check.passed).flatMap((check) => check.marks) ?? []
  }

  /** What comes of it, in words. */
  get words(): string {
    if (this.failed) return text('course.failed')
    if (this.plan) return this.plan.text
    return this.waiting ? text('course.waiting') : ''
  }

  /** The floors that may be meant where several lie over each other; one that cannot be stays while it is the one that was asked for. */
  get levels(): Level[] {
    const all = this.point === undefined ? [] : (this.plan?.levels ?? [])
    const found = all.filter((one) => one.legal || one.level === this.level)
    return found.length > 1 ? found : []
  }

  /** The height that is meant: the wished one, or the one that the server found. */
  get level(): number | undefined {
    return this.up ?? (this.point === undefined ? undefined : this.plan?.level)
  }

  /** Put the ghost somewhere; `more`: what was the end so far is passed on the way; `meant`: the height and the turn of a suggestion. */
  to(at: Spot, more = this.adding, meant: { level?: number; turned?: number } | undefined = undefined): void {
    if (more && this.moves && this.point !== undefined) this.via = [...this.via, this.point]
    if (meant && this.region.rotates && this.region.kind === 'place') this.turned = meant.turned ?? 0
    if (meant?.level !== undefined) this.up = meant.level
    this.place(at, meant?.level !== undefined)
  }

  drag(at: Spot): void {
    this.place(at, false)
  }

  // Whoever has named a floor stays on it as long as it goes on.
  private place(at: Spot, fixed: boolean): void {
    if (this.turns) {
      this.faced = undefined
      this.point = at
      this.judge()
      return
    }
    this.point = [within(at[0], this.board.width), within(at[1], this.board.height)]
    if (!fixed && this.up !== undefined && !this.floors(this.point).includes(this.up)) this.up = undefined
    this.judge()
  }

  /** Move the ghost a little. */
  nudge(dx: number, dy: number): void {
    if (this.turns) {
      this.turn(dx < 0 || dy < 0 ? 1 : -1, Math.abs(dx + dy) > STEP ? FINE : TURN)
      return
    }
    const [x, y] = this.stands
    this.drag([x + dx, y + dy])
  }

  /** The end so far becomes a place on the way: the ghost goes on from there. */
  keepWaypoint(): void {
    if (this.moves && this.point !== undefined) this.via = [...this.via, this.point]
  }

  turn(by: 1 | -1, degrees = TURN): void {
    const next = (this.heading + by * degrees + 360) % 360
    if (this.turns) this.face(next)
    else {
      if (this.region.facing === undefined) this.turned = next
      else this.faced = next
      this.judge()
    }
  }

  // By degrees: a point would be cut off at the edge of the board.
  private face(degrees: number): void {
    this.faced = degrees
    this.point = turned(this.home, degrees, FAR, 0)
    this.ask(`words ${degrees}`)
  }

  setUp(up: number | undefined): void {
    this.up = up
    this.judge()
  }

  /** The next floor above; after the highest the lowest one. False if there is but one. */
  climb(): boolean {
    const heights = this.levels.map((one) => one.level)
    if (heights.length === 0) return false
    this.setUp(heights[(heights.indexOf(this.level ?? -1) + 1) % heights.length])
    return true
  }

  setJump(jump: boolean): void {
    this.jump = jump
    if (this.point !== undefined) this.judge()
  }

  /** A move in words: the ghost goes where they lead. */
  say(words: string): void {
    const typed = words.trim().replaceAll(/\s+/g, ' ')
    if (typed === '') return
    this.via = []
    this.up = undefined
    this.faced = undefined
    this.ask(`words ${typed}`)
  }

  clear(): void {
    this.point = undefined
    this.via = []
    this.turned = 0
    this.faced = undefined
    this.up = undefined
    this.jump = false
    this.plan = undefined
    this.waiting = false
    this.failed = false
    this.confirming = false
    this.wanted = this.answered = ''
  }

  /** Answer with this point; if it is still being judged, as soon as it is known to be legal; `plain`: only if it is clear which floor is meant. */
  confirm(plain = false): void {
    this.plain = plain
    if (!this.legal) this.confirming = this.waiting
    else if (!plain || this.levels.length === 0) this.asker.answer(this.plan?.keys ?? [])
  }

  /** Whether it is to be answered as soon as it is known to be legal. */
  get confirmed(): boolean {
    return this.confirming
  }

  end(): void {
    this.ended = true
  }

  private judge(): void {
    this.ask(this.asker.named?.(this.at) ?? spotOf(this.at, { via: this.via, up: this.up, turned: this.turned, faced: this.turns ? undefined : this.faced, jump: this.jump }))
    this.point ??= this.home
  }

  private ask(spot: string): void {
    this.wanted = spot
    this.confirming = false
    this.waiting = true
    this.failed = false
    if (!this.running) void this.run()
  }

  // One question at a time, and always about the latest wish: whatever came in between is never asked.
  private async run(): Promise<void> {
    this.running = true
    while (this.wanted !== this.answered && !this.ended) {
      const spot = this.wanted
      try {
        const reply = await this.asker.plan(spot, this.at)
        if (this.ended || this.wanted === '') break
        this.take(reply)
      } catch {
        if (spot === this.wanted) {
          this.plan = undefined
          this.failed = true
          this.answered = ''
          break
        }
      }
      this.answered = spot
      if (this.wanted !== spot) await new Promise((done) => setTimeout(done, PAUSE))
    }
    this.running = false
    this.waiting = false
    if (this.confirming && !this.ended) this.confirm(this.plain)
  }

  // Words lead somewhere, and what is put down snaps to the nearest place that holds it.
  private take(reply: PlanReply): void {
    const end = reply.path.at(-1)
    const leads = reply.spot.startsWith('words ') || (!this.moves && this.asker.named === undefined)
    if (this.turns) {
      if (reply.spot.startsWith('words ') && reply.turned !== undefined) {
        this.faced = reply.turned
        this.point = turned(this.home, reply.turned, FAR, 0)
      }
    } else if (this.region.blast !== undefined && !reply.spot.startsWith('words ')) {
      // The pointer is followed: what is aimed stays below it.
    } else if (leads && end && reply.keys.length > 0) this.point = end
    this.plan = reply
  }

  /** A way that somebody else found: the ghost goes there, and it can be confirmed. */
  show(reply: PlanReply): void {
    this.wanted = this.answered = reply.spot
    this.via = []
    this.waiting = this.failed = false
    if (this.turns) {
      this.faced = reply.turned
      this.point = turned(this.home, reply.turned ?? 0, FAR, 0)
    } else this.point = reply.path.at(-1) ?? this.home
    this.plan = reply
  }
}

function homeOf(region: Region, { width, height }: Ground, good: Spot | undefined): Spot {
  if (region.start) return region.start
  if (good) return good
  const area = region.areas?.[0]
  const box = area ? boxOf({ polygon: area }) : { x: 0, y: 0, width, height }
  return [box.x + box.width / 2, box.y + box.height / 2]
}

function within(value: number, most: number): number {
  return Math.round(Math.min(most, Math.max(0, value)))
}
