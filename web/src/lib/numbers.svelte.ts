// The odds of the options of a question, reckoned in the background: what is looked at first, then the best guess, one after the other.

import type { TableState } from './table.svelte'
import type { Harm, OddsReply, Option } from './types'

export type Odds = { state: 'waiting' | 'here' | 'failed'; reply?: OddsReply }
/** What an option may do to the piece that it is about. */
export type Figure = { option: Option; harm: Harm; reply: OddsReply }

/** A piece that options are about, and the best that they can do to it; without a figure none is known, or not yet. */
export type Target = { piece: string; figure: Figure | undefined; waiting: boolean }

/** A question that is answered at once asks for nothing. */
const PAUSE = 150
/** How many options are reckoned without anybody pointing at them. */
const MOST = 24
/** How many replies are kept. */
const KEPT = 300
/** How many figures are compared at once. */
export const COMPARED = 4

type Wish = { option: Option; aim: string }

export class Numbers {
  /** Options of a group by their figures, the best first. */
  sorted = $state(false)

  private replies: ReadonlyMap<string, OddsReply> = $state.raw(new Map())
  private failed: ReadonlySet<string> = $state.raw(new Set())
  private options: Option[] = $state.raw([])
  private wish: Wish | undefined
  private waiting: Wish[] = []
  private running = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: TableState) {}

  /** Another question: what waits for the old one is given up. */
  begin(options: Option[]): void {
    clearTimeout(this.timer)
    this.options = options.filter((option) => option.chance)
    this.failed = new Set()
    this.wish = undefined
    this.waiting = this.guessed().slice(0, MOST)
    if (this.waiting.length > 0) this.later()
  }

  /** Somebody looks at an option: it comes next. */
  look(option: Option, aim = ''): void {
    this.wish = { option, aim }
    if (this.of(option, aim)?.state === 'waiting' && !this.running) this.later()
  }

  /** What is known of an option by now; nothing where no dice decide. */
  of(option: Option, aim = ''): Odds | undefined {
    if (!option.chance) return undefined
    const name = this.name(option, aim)
    const reply = this.replies.get(name)
    if (reply) return { state: 'here', reply }
    return { state: this.failed.has(name) ? 'failed' : 'waiting' }
  }

  /** The figure of an option: what it may do to the piece that it aims at, or else to whom it hurts most. */
  figure(option: Option, aim = ''): Figure | undefined {
    const reply = this.of(option, aim)?.reply
    const harm = reply && !reply.unsolved ? reply.harms[0] : undefined
    return reply && harm && { option, harm, reply }
  }

  /** How good a figure is for whoever is asked: the chance to take one of the others out, or not to lose one's own; then the harm. */
  worth({ harm }: Figure): number {
    const sign = harm.seat === this.seat ? -1 : 1
    return sign * (harm.kill.chance + harm.mean / (1000 * Math.max(1, harm.of)))
  }

  /** Every figure that is known, the best first. */
  readonly figures: Figure[] = $derived.by(() =>
    this.options.map((option) => this.figure(option)).filter((one) => one !== undefined).sort((a, b) => this.worth(b) - this.worth(a)),
  )

  /** Every piece of the other side that options are about, with the best figure against it as far as it is known: what the pieces wear. */
  readonly targets: Target[] = $derived.by(() => {
    const found = new Map<string, Target>()
    for (const option of this.options) {
      const piece = this.figure(option)?.harm.piece ?? option.place?.piece
      const seat = piece === undefined ? undefined : this.table.scene?.pieces[piece]?.seat
      if (piece === undefined || seat === undefined || seat === this.seat || found.has(piece)) continue
      const figure = this.figures.find((one) => one.harm.piece === piece)
      const open = this.options.some((one) => one.place?.piece === piece && this.of(one)?.state === 'waiting')
      found.set(piece, { piece, figure, waiting: figure === undefined && open })
    }
    return [...found.values()]
  })

  /** The figures to compare an option with, itself among them: of as many targets and ways as there is room for. */
  compared(option: Option): Figure[] {
    const own = this.figure(option)
    if (own === undefined) return []
    const others = this.figures.filter((one) => one.option !== option && (one.harm.seat === this.seat) === (own.harm.seat === this.seat))
    return [own, ...others.slice(0, COMPARED - 1)].sort((a, b) => this.worth(b) - this.worth(a))
  }

  /** The same options in another order: within each group by their figures, those without one last. */
  ordered(options: Option[]): Option[] {
    if (!this.sorted) return options
    const worths = new Map(this.figures.map((figure) => [figure.option.key, this.worth(figure)]))
    const worth = (option: Option): number => worths.get(option.key) ?? -Infinity
    const places = new Map([...new Set(options.map((option) => option.group))].map((group, place) => [group, place]))
    const place = (option: Option): number => places.get(option.group) ?? 0
    return [...options].sort((a, b) => place(a) - place(b) || (worth(a) === worth(b) ? 0 : worth(b) - worth(a)))
  }

  /** Whether there is anything to put in order. */
  get sortable(): boolean {
    return this.options.length > 1 && this.figures.length > 0
  }

  private get seat(): number {
    return this.table.question?.seat ?? -1
  }

  private name(option: Option, aim: string): string {
    return `${this.table.version}\n${option.key}\n${aim}`
  }

  // Whoever is aimed at comes first, and among them who has least left: that is where the next look goes. Handfuls of dice come after
  // single ones: what a die changes stands below it.
  private guessed(): Wish[] {
    const left = (option: Option): number => {
      const piece = option.place?.piece
      return piece === undefined ? Infinity : (this.table.scene?.pieces[piece]?.wounds?.[0] ?? 1000)
    }
    return this.options
      .map((option) => ({ option, aim: '', many: Number((option.dice?.length ?? 0) > 1), left: left(option) }))
      .sort((a, b) => a.many - b.many || (a.left === b.left ? 0 : a.left - b.left))
  }

  private next(): Wish | undefined {
    const open = (wish: Wish): boolean => this.of(wish.option, wish.aim)?.state === 'waiting'
    if (this.wish && open(this.wish)) return this.wish
    while (this.waiting.length > 0) {
      const wish = this.waiting.shift()
      if (wish && open(wish)) return wish
    }
    return undefined
  }

  // One at a time: an answer never waits behind a row of them.
  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    while (!this.table.sending && this.table.mine) {
      const wish = this.next()
      if (!wish) break
      const name = this.name(wish.option, wish.aim)
      try {
        const reply = await this.table.odds(wish.option.key, wish.aim)
        this.replies = new Map([...(this.replies.size < KEPT ? this.replies : []), [name, reply]])
      } catch {
        this.failed = new Set([...this.failed, name])
        // The panel says so where somebody looks: a message of its own would stand in the way.
        if (this.table.error?.code === 'late') this.table.error = undefined
      }
    }
    this.running = false
    // An answer is under way: if it was refused, or another question came with it, there is more to ask.
    if (this.table.sending) this.later()
  }

  private later(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.run(), PAUSE)
  }
}
