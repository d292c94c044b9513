// The danger of the spots that a piece may move to, and what they are good for: asked for in parts when somebody wants to see it, and kept as long as it holds.

import type { Spot } from './board'
import { harmAt, nearest } from './danger'
import { text } from './messages'
import type { TableState } from './table.svelte'
import type { DangerSpot } from './types'

export type Layer = 'danger' | 'cover' | 'goals'

export class Perils {
  /** What is shown over the spots; it stays from question to question. */
  layer: Layer | undefined = $state()
  spots: DangerSpot[] = $state.raw([])
  /** How far two spots lie apart, and the piece that may move to them. */
  step = $state(0)
  piece = $state('')
  /** Spots are still being reckoned. */
  waiting = $state(false)
  failed = $state(false)
  /** The spot that is pointed at. */
  focus: DangerSpot | undefined = $state.raw()

  private version = -1
  private running = false

  constructor(private readonly table: TableState) {}

  /** Whether the question is where something moves to: the server knows the danger there, and nowhere else. */
  get possible(): boolean {
    const question = this.table.question
    if (!this.table.mine || question?.kind !== 'choose' || question.setup) return false
    return question.region ? question.region.kind === 'move' : (question.walks?.length ?? 0) > 0
  }

  /** Another question: nothing that was known holds. */
  begin(): void {
    this.spots = []
    this.step = 0
    this.piece = ''
    this.version = -1
    this.failed = false
    this.focus = undefined
    if (this.layer !== undefined) this.want()
  }

  toggle(layer: Layer): void {
    this.layer = this.layer === layer ? undefined : layer
    if (this.layer !== undefined) this.want()
  }

  /** A point of the board, or a cell by its name, is pointed at. */
  point(at: Spot | undefined, name?: string): void {
    const found =
      name !== undefined ? this.spots.find((spot) => spot.spot === name) : at && nearest(this.spots, at, this.step * 0.75)
    if (found !== this.focus) this.focus = found
  }

  /** Ask for what is not known yet. */
  want(): void {
    if (this.possible && this.version !== this.table.version && !this.running) void this.run()
  }

  // Part after part, so that nobody else waits long for a worker; given up as soon as the question is another.
  private async run(): Promise<void> {
    this.running = true
    const version = (this.version = this.table.version)
    const holds = (): boolean => version === this.table.version && this.version === version
    this.waiting = true
    try {
      for (let first = 0, rest = 1; rest > 0 && holds(); ) {
        const part = await this.table.danger(first)
        if (!holds()) break
        this.spots = [...this.spots, ...part.spots]
        this.step = part.step
        this.piece = part.piece
        first += part.spots.length
        rest = part.spots.length === 0 ? 0 : part.rest
      }
    } catch {
      if (holds()) this.failed = true
      if (this.table.error?.code === 'late') this.table.error = undefined
    }
    this.waiting = false
    this.running = false
    if (!holds() && this.layer !== undefined) this.want()
  }

  /** What the piece would have of the spot that is pointed at for its goal, in words. */
  get gained(): string {
    if (!this.focus) return ''
    return this.focus.gains.length === 0 ? text('danger.noGoal') : this.focus.gains.map((gain) => gain.text).join(' · ')
  }

  /** What would be lost at the spot that is pointed at. */
  get harm(): number {
    return this.focus ? harmAt(this.focus) : 0
  }
}
