// A move or a place that is being tried out: a ghost on the board, the way to it as the server judges it, and what it costs.

import { boxOf, type Spot } from './board'
import { text } from './messages'
import type { Board, Level, Mark, PlanReply, Region } from './types'

/** Milliseconds between two questions while something is dragged. */
const PAUSE = 50
const TURN = 15
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

/** The words of a point for the server: "point X,Y", perhaps with where it leads over, its height, how it is turned, or that it is a jump. */
export function spotOf(at: Spot, more: { via?: Spot[]; up?: number | undefined; turned?: number; jump?: boolean } = {}): string {
  const pair = (p: Spot): string => `${Math.round(p[0])},${Math.round(p[1])}`
  const via = more.via && more.via.length > 0 ? ` via ${more.via.map(pair).join(';')}` : ''
  const up = more.up === undefined ? '' : ` up ${more.up}`
  const turned = more.turned ? ` turned ${more.turned}` : ''
  return `point ${pair(at)}${via}${up}${turned}${more.jump ? ' jump' : ''}`
}

export class Course {
  /** Where the ghost is, once somebody has put it somewhere. */
  point: Spot | undefined = $state.raw()
  via: Spot[] = $state.raw([])
  turned = $state(0)
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
  }

  get at(): Spot {
    return this.point ?? this.home
  }

  get moves(): boolean {
    return this.region.kind === 'move'
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
    if (this.plan && this.plan.keys.length > 0) return this.plan.path
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
    if (meant && this.region.rotates) this.turned = meant.turned ?? 0
    if (meant?.level !== undefined) this.up = meant.level
    this.place(at, meant?.level !== undefined)
  }

  drag(at: Spot): void {
    this.place(at, false)
  }

  // Whoever has named a floor stays on it as long as it goes on.
  private place(at: Spot, fixed: boolean): void {
    this.point = [within(at[0], this.board.width), within(at[1], this.board.height)]
    if (!fixed && this.up !== undefined && !this.floors(this.point).includes(this.up)) this.up = undefined
    this.judge()
  }

  /** Move the ghost a little. */
  nudge(dx: number, dy: number): void {
    const [x, y] = this.at
    this.drag([x + dx, y + dy])
  }

  /** The end so far becomes a place on the way: the ghost goes on from there. */
  keepWaypoint(): void {
    if (this.moves && this.point !== undefined) this.via = [...this.via, this.point]
  }

  turn(by: 1 | -1): void {
    this.turned = (this.turned + by * TURN + 360) % 360
    this.judge()
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
    this.ask(`words ${typed}`)
  }

  clear(): void {
    this.point = undefined
    this.via = []
    this.turned = 0
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
    this.ask(this.asker.named?.(this.at) ?? spotOf(this.at, { via: this.via, up: this.up, turned: this.turned, jump: this.jump }))
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
    if (leads && end && reply.keys.length > 0) this.point = end
    this.plan = reply
  }

  /** A way that somebody else found: the ghost goes there, and it can be confirmed. */
  show(reply: PlanReply): void {
    this.wanted = this.answered = reply.spot
    this.via = []
    this.waiting = this.failed = false
    this.point = reply.path.at(-1) ?? this.home
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
