// What happens, shown one thing after the other: the table as displayed runs behind the one that is known.

import { text } from '../messages'
import { isStill, settings } from '../settings.svelte'
import { sound } from '../sounds'
import type { Die, Point, Scene, Shape, Told } from '../types'
import { drainOf, HURRY, LONG, restOf, shotOf, timeOf, type Pace } from './pace'
import { append, fallenIn, goesOn, happensAt, levelOf, placeOf, sceneAfter, timedOf, wayOf, withWounds, type Fallen, type Step } from './steps'

export type Tone = 'harm' | 'good' | 'lamp'
/** Something that is to be seen for a while: `ms` milliseconds, without movement where it is `still`; `level`: how high it is. */
export type Effect = { id: number; ms: number; still: boolean } & (
  | { kind: 'glide'; piece: string; points: Point[]; heights: number[] }
  | { kind: 'shake'; piece: string }
  | { kind: 'pulse'; at: Point; level?: number; radius: number; tone: Tone }
  | { kind: 'part'; shape: Shape; level?: number }
  | { kind: 'shot'; from: Point; to: Point; levels: [number, number] }
  | { kind: 'fall'; piece: string; at: Point; level?: number; radius: number; seat?: number }
  | { kind: 'float'; at: Point; level?: number; radius: number; tone: Tone; words: string }
)
type Made<E> = E extends Effect ? Omit<E, 'id'> : never
/** The line from whoever aims to what is aimed at; it stays until something else begins. */
export type Aim = { from: Point; to: Point; levels: [number, number]; ms: number; still: boolean; target?: string }
/** Dice that were thrown together, those from `fresh` on just now; they stay until something else begins. */
export type Throw = { id: number; name: string; seat: number; pool?: number; at?: Point; level?: number; dice: Die[]; fresh: number; ms: number; still: boolean }
/** The last move: from where, over which points. */
export type Trail = { points: Point[]; heights: number[]; radius: number; seat?: number }
/** Something that was shown, with the table as it was before it: enough to show it again. */
export type Moment = { step: Step; before: Scene }

/** Who shows something: how fast, and what to do when a step was shown and when all of an update was. */
export type Host<After> = {
  rate: (step: Step) => number
  /** Whether what waits too long is shown faster. */
  hurries: () => boolean
  shown: (step: Step) => void
  settle: (after: After) => void
}

const MOMENTS = 60
/** What belongs to the dice before it. */
const GOES_WITH_DICE: readonly string[] = ['throws', 'fates', 'hurts', 'heals', 'falls', 'stands']
const FLOATS = 1.8
/** Rolls that lie beside each other at most. */
const ROWS = 2
const DIMS = 1.4

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden'
}

/** A step that waits, or is being shown: then the table as it was before it. */
type Waiting<After> = { step: Step; after?: After; before?: Scene | undefined }

export class Motion<After extends { scene: Scene }> {
  /** The table as displayed. */
  scene: Scene | undefined = $state.raw()
  /** What an earlier moment looked like, while it is shown again. */
  private repeated: Scene | undefined = $state.raw()
  /** What the board draws. */
  readonly view: Scene | undefined = $derived.by(() => this.repeated ?? this.scene)
  /** Something new is being shown: nothing can be answered until it is over. */
  playing = $state(false)
  repeating = $state(false)
  paused = $state(false)
  effects: Effect[] = $state.raw([])
  /** Where that happens which is being shown. */
  focus: Point[] | undefined = $state.raw()
  aim: Aim | undefined = $state.raw()
  throws: Throw[] = $state.raw([])
  trail: Trail | undefined = $state.raw()
  fallen: Record<string, Fallen> = $state.raw({})
  moments: Moment[] = $state.raw([])

  private readonly queue: Waiting<After>[] = []
  private runs = 0
  private count = 0
  private missing = false
  private kept: Trail | undefined
  private wake: (() => void) | undefined
  private resume: (() => void) | undefined
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(private readonly host: Host<After>) {}

  /** Show where things stand, and nothing of how it came to that: what waited to be shown is dropped. */
  jump(after: After, log: readonly Told[]): void {
    this.stop()
    this.queue.length = 0
    this.trail = undefined
    this.moments = []
    this.fallen = fallenIn(log, after.scene)
    this.settle(after)
  }

  /** Show steps behind those that wait, and then what came of them; at once if so wished. */
  play(steps: readonly Step[], after: After, atOnce = false): void {
    this.endRepeat()
    const fixed = this.playing ? 1 : 0
    for (const step of steps) {
      const last = this.queue.at(-1)
      if (last && this.queue.length > fixed && goesOn(last.step.shows, step.shows)) {
        const merged = [last.step]
        append(merged, step)
        this.queue[this.queue.length - 1] = { step: merged[0]! }
      } else this.queue.push({ step })
    }
    const last = this.queue.at(-1)
    if (!last) {
      this.settle(after)
      return
    }
    last.after = after
    if (atOnce || isHidden() || this.host.rate(last.step) === Infinity) this.finish()
    else if (!this.playing) void this.run()
  }

  /** Show nothing more of what waits, only what came of it. */
  finish(): void {
    const waiting = this.queue.splice(0)
    this.stop()
    for (const one of waiting) {
      if (!one.before) this.note(one)
      this.pass(one)
    }
  }

  /** Go on after a pause with one step. */
  one(): void {
    this.paused = true
    this.resume?.()
  }

  pause(on: boolean): void {
    this.paused = on
    if (!on) this.resume?.()
  }

  /** From here on moments are new. */
  mark(): void {
    this.moments = []
  }

  /** Show moments again; whatever comes from the server ends it. */
  async repeat(moments: readonly Moment[]): Promise<void> {
    if (this.playing || moments.length === 0) return
    this.endRepeat()
    const run = ++this.runs
    this.kept = this.trail
    this.repeating = true
    const pace: Pace = { rate: settings.speed === 'instant' ? 1 : settings.speed, still: isStill() }
    for (const { step, before } of moments) {
      this.repeated = before
      await this.perform(step, pace, run)
      if (run !== this.runs) return
      await this.wait(restOf(pace))
      if (run !== this.runs) return
    }
    this.endRepeat()
  }

  endRepeat(): void {
    if (!this.repeating) return
    this.stop()
    this.trail = this.kept
  }

  /** The screen is left. */
  end(): void {
    this.queue.length = 0
    this.stop()
  }

  // -- the queue ---------------------------------------------------------------------------------------------------------

  private stop(): void {
    this.runs += 1
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    this.effects = []
    this.aim = undefined
    this.throws = []
    this.missing = false
    this.repeated = undefined
    this.repeating = false
    this.playing = false
    this.focus = undefined
    this.wake?.()
    this.resume?.()
  }

  private async run(): Promise<void> {
    const run = ++this.runs
    this.playing = true
    for (let now = this.queue[0]; now; now = this.queue[0]) {
      if (this.paused) await new Promise<void>((done) => (this.resume = done))
      if (run !== this.runs) return
      const pace = this.paceOf(now.step)
      this.note(now)
      await this.perform(now.step, pace, run)
      if (run !== this.runs) return
      this.queue.shift()
      this.pass(now)
      // Whoever has moved may go on at once.
      if (this.queue.length > 0 || now.step.shows.kind !== 'moves') await this.wait(restOf(pace))
      if (run !== this.runs) return
    }
    this.clearRoll()
    this.focus = undefined
    this.playing = false
  }

  /** A step was shown: so much of the log, and of the update if it was the last of it. */
  private pass({ step, before, after }: Waiting<After>): void {
    if (before) this.scene = sceneAfter(before, step)
    this.host.shown(step)
    if (after) this.settle(after)
  }

  private settle(after: After): void {
    this.scene = after.scene
    this.host.settle(after)
  }

  private paceOf(step: Step): Pace {
    const rate = this.host.rate(step)
    return { rate: this.host.hurries() && this.left() > LONG ? Math.max(rate, HURRY) : rate, still: isStill() }
  }

  /** How long all that waits would take. */
  private left(): number {
    const still = isStill()
    return this.queue.reduce((sum, { step }) => {
      const pace = { rate: this.host.rate(step), still }
      return sum + timeOf(timedOf(step, this.scene), pace) + restOf(pace)
    }, 0)
  }

  private wait(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    return new Promise((done) => {
      const timer = setTimeout(done, ms)
      this.wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  }

  // -- one step ----------------------------------------------------------------------------------------------------------

  /** Keep a step as a moment, and mark what stays of it: the last move, and where somebody fell. */
  private note(waiting: Waiting<After>): void {
    const before = (waiting.before = this.scene)
    if (!before) return
    const { step } = waiting
    this.moments = [...this.moments.slice(1 - MOMENTS), { step, before }]
    this.leaveMarks(step, before)
  }

  private leaveMarks({ shows }: Step, before: Scene): void {
    const id = shows.piece
    const piece = id === undefined ? undefined : before.pieces[id]
    if (id === undefined || !piece) return
    const whose = piece.seat === undefined ? {} : { seat: piece.seat }
    if (shows.kind === 'moves' && shows.path) this.trail = { ...wayOf(piece, shows.path, shows.heights), radius: piece.radius, ...whose }
    if (shows.kind === 'falls') this.fallen = { ...this.fallen, [id]: { at: piece.at, level: piece.level ?? 0, radius: piece.radius, ...whose } }
  }

  private show(scene: Scene): void {
    if (this.repeating) this.repeated = scene
    else this.scene = scene
  }

  /** Show an effect for its time; a glide stays until the piece is drawn where it ends. */
  private put(effect: Made<Effect>): void {
    const id = (this.count += 1)
    this.effects = [...this.effects, { ...effect, id } as Effect]
    if (effect.kind === 'glide') return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.effects = this.effects.filter((one) => one.id !== id)
    }, effect.ms)
    this.timers.add(timer)
  }

  private dropGlides(): void {
    this.effects = this.effects.filter((one) => one.kind !== 'glide')
  }

  private clearRoll(): void {
    if (this.missing && this.throws.length > 0) sound('miss')
    this.missing = false
    this.aim = undefined
    this.throws = []
  }

  private async perform(step: Step, pace: Pace, run: number): Promise<void> {
    const scene = this.view
    if (!scene) return
    const { shows } = step
    const ms = timeOf(timedOf(step, scene), pace)
    const { still } = pace
    const piece = shows.piece === undefined ? undefined : scene.pieces[shows.piece]
    const at = placeOf(scene, shows)
    const level = levelOf(scene, shows)
    if (!GOES_WITH_DICE.includes(shows.kind)) this.clearRoll()
    const where = happensAt(scene, shows)
    if (!this.aim && where.length > 0) this.focus = where
    if (this.repeating) this.leaveMarks(step, scene)
    switch (shows.kind) {
      case 'moves':
        sound('step')
        if (still) this.show(sceneAfter(scene, step))
        else if (piece && shows.path) this.put({ kind: 'glide', piece: shows.piece!, ...wayOf(piece, shows.path, shows.heights), ms, still })
        break
      case 'arrives': {
        const arrived = sceneAfter(scene, step)
        this.show(arrived)
        const there = arrived.pieces[shows.piece ?? '']
        if (there) this.put({ kind: 'pulse', at: there.at, level: there.level ?? 0, radius: there.radius, tone: 'lamp', ms, still })
        sound('step')
        break
      }
      case 'acts':
      case 'turns':
      case 'stands':
        this.show(sceneAfter(scene, step))
        if (piece) this.put({ kind: 'pulse', at: piece.at, level: piece.level ?? 0, radius: piece.radius, tone: 'lamp', ms, still })
        break
      case 'works': {
        const part = shows.target?.part === undefined ? undefined : scene.parts[shows.target.part]
        const shape = part?.shape ?? shows.target?.shape
        if (shape) this.put({ kind: 'part', shape, level, ms, still })
        else if (at) this.put({ kind: 'pulse', at, level, radius: piece?.radius ?? 50, tone: 'lamp', ms, still })
        sound('latch')
        this.show(sceneAfter(scene, step))
        break
      }
      case 'aims':
        if (piece && at) this.aim = { from: piece.at, to: at, levels: [piece.level ?? 0, level], ms, still, ...(shows.target?.piece === undefined ? {} : { target: shows.target.piece }) }
        this.missing = true
        break
      case 'throws':
      case 'fates':
        await this.wait(this.throwDice(step, at, level, pace))
        return
      case 'hurts':
        if (shows.piece !== undefined && at) await this.hurt(scene, shows.piece, shows.amount ?? 0, at, ms, pace, run)
        return
      case 'heals':
        if (at) {
          this.put({ kind: 'pulse', at, level, radius: piece?.radius ?? 50, tone: 'good', ms, still })
          this.put({ kind: 'float', at, level, radius: piece?.radius ?? 50, tone: 'good', words: `+${shows.amount ?? 0}`, ms: ms * FLOATS, still })
        }
        this.show(sceneAfter(scene, step))
        break
      case 'falls':
        sound('fall')
        if (piece) {
          const whose = piece.seat === undefined ? {} : { seat: piece.seat }
          this.put({ kind: 'fall', piece: shows.piece!, at: piece.at, level, radius: piece.radius, ms: ms * DIMS, still, ...whose })
          this.put({ kind: 'float', at: piece.at, level, radius: -piece.radius, tone: 'harm', words: text('motion.out'), ms: ms * DIMS, still })
        }
        this.show(sceneAfter(scene, step))
        break
      case 'leaves':
        if (piece) this.put({ kind: 'pulse', at: piece.at, level: piece.level ?? 0, radius: piece.radius, tone: 'lamp', ms, still })
        this.show(sceneAfter(scene, step))
        break
      case 'scores':
        sound('score')
        this.put({ kind: 'float', at: at ?? this.middle(scene), level, radius: piece?.radius ?? 50, tone: 'lamp', words: scored(step), ms: ms * FLOATS, still })
        this.show(sceneAfter(scene, step))
        break
    }
    await this.wait(ms)
    if (run === this.runs && shows.kind === 'moves') {
      this.show(sceneAfter(scene, step))
      this.dropGlides()
    }
  }

  private middle(scene: Scene): Point {
    return [(scene.board?.width ?? 0) / 2, (scene.board?.height ?? 0) / 2]
  }

  /** Dice fall, or what became of them is seen: rolls that lie there get their fates, and dice that are new fall beside them. */
  private throwDice({ shows }: Step, at: Point | undefined, level: number, pace: Pace): number {
    const { still } = pace
    const where = this.aim?.to ?? at
    const high = this.aim?.levels[1] ?? level
    const rows = rolls(shows.dice ?? [])
    const fallen = rows.reduce((sum, row) => sum + row.dice.length - (this.lying(row, shows.kind)?.dice.length ?? 0), 0)
    const ms = timeOf({ kind: fallen > 0 ? 'throws' : 'fates', dice: fallen }, pace)
    if (fallen > 0) sound('rattle')
    let throws = this.throws
    for (const row of rows) {
      const same = this.throws.find((one) => isSame(one, row))
      const fresh = this.lying(row, shows.kind)?.dice.length ?? 0
      const made: Throw = { ...row, id: same?.id ?? (this.count += 1), fresh, ms, still, ...(where ? { at: where, level: high } : {}) }
      throws = same ? throws.map((one) => (one === same ? made : one)) : [...throws, made]
    }
    this.throws = throws.slice(-ROWS)
    return ms
  }

  /** The roll that lies there already, when fates are told; what is thrown falls anew. */
  private lying(row: Roll, kind: string): Throw | undefined {
    return kind === 'fates' ? this.throws.find((one) => isSame(one, row)) : undefined
  }

  private async hurt(scene: Scene, id: string, amount: number, at: Point, ms: number, pace: Pace, run: number): Promise<void> {
    const { still } = pace
    const { radius = 50, level = 0 } = scene.pieces[id] ?? {}
    this.missing = false
    if (this.aim && !still && this.aim.target === id) {
      this.put({ kind: 'shot', from: this.aim.from, to: at, levels: [this.aim.levels[0], level], ms: shotOf(pace), still })
      await this.wait(shotOf(pace))
      if (run !== this.runs) return
    }
    sound(amount > 0 ? 'hit' : 'miss')
    if (amount > 0) {
      this.put({ kind: 'pulse', at, level, radius, tone: 'harm', ms, still })
      if (!still) this.put({ kind: 'shake', piece: id, ms: ms * 0.6, still })
    }
    this.put({ kind: 'float', at, level, radius, tone: 'harm', words: `−${amount}`, ms: ms * FLOATS, still })
    const drain = drainOf(amount, pace)
    for (let lost = 1; lost <= amount; lost += 1) {
      this.show(withWounds(scene, id, -lost))
      if (drain > 0) await this.wait(drain)
      if (run !== this.runs) return
    }
    await this.wait(Math.max(0, ms - drain * amount))
  }
}

function scored({ shows, next }: Step): string {
  const side = shows.seat === undefined ? undefined : next.sides[shows.seat]?.name
  const amount = shows.amount ?? 0
  return side === undefined ? `+${amount}` : text('motion.score', { side, amount })
}

type Roll = Pick<Throw, 'name' | 'seat' | 'pool' | 'dice'>

function isSame(one: Roll, other: Roll): boolean {
  return one.name === other.name && one.seat === other.seat && one.pool === other.pool
}

/** Dice by what they were rolled for. */
function rolls(dice: readonly Die[]): Roll[] {
  const found: Roll[] = []
  for (const die of dice) {
    const row: Roll = { name: die.name, seat: die.seat, dice: [die], ...(die.pool === undefined ? {} : { pool: die.pool }) }
    const same = found.find((one) => isSame(one, row))
    if (same) same.dice.push(die)
    else found.push(row)
  }
  return found
}
