// A match looked at again: where one is among its stops, and the frames that were fetched.

import { replayFrame, replayIndex } from './api'
import { inWords } from './failures'
import { text } from './messages'
import { Motion } from './motion/queue.svelte'
import { stepsOf } from './motion/steps'
import { settings } from './settings.svelte'
import type { ReplayFrame, ReplayIndex, Told } from './types'

export type Stop = ReplayIndex['stops'][number]

/** The last stop that is not after a position; the first if all are. */
export function stopAt(stops: readonly { at: number }[], at: number): number {
  let found = 0
  stops.forEach((stop, place) => {
    if (stop.at <= at) found = place
  })
  return found
}

/** The nearest beginning of a turn before or after a stop; the first or the last stop if there is none. */
export function turnFrom(stops: readonly { heading?: number }[], place: number, way: 1 | -1): number {
  for (let next = place + way; next >= 0 && next < stops.length; next += way) if (stops[next]?.heading === 1) return next
  return way === 1 ? Math.max(0, stops.length - 1) : 0
}

/** The lines of a later frame that an earlier one does not have; a frame has only the last ones of its log. */
export function newLines(later: { log: Told[]; lines: number }, earlier: { lines: number }): Told[] {
  const more = Math.max(0, later.lines - earlier.lines)
  return more === 0 ? [] : later.log.slice(-more)
}

const KEPT = 400
const AHEAD = 2

export class ReplayState {
  index: ReplayIndex | undefined = $state.raw()
  stops: Stop[] = $state.raw([])
  place = $state(0)
  frame: ReplayFrame | undefined = $state.raw()
  failure = $state('')
  playing = $state(false)
  speed = $state(1)
  /** What a screen reader is told: the slider says by itself where it is, buttons and keys need a voice. */
  spoken = $state('')

  /** What happened between two stops, shown when one steps on from one to the next. */
  readonly motion = new Motion<ReplayFrame>({
    rate: () => (settings.speed === 'instant' ? Infinity : this.speed),
    hurries: () => false,
    shown: () => undefined,
    settle: (frame) => (this.frame = frame),
  })

  private known: ReplayFrame | undefined
  private readonly frames = new Map<number, Promise<ReplayFrame>>()
  private fetching = false

  constructor(
    readonly token: string,
    first: number | 'end' | undefined,
  ) {
    void this.begin(first)
  }

  readonly stop: Stop | undefined = $derived.by(() => this.stops[this.place])
  readonly last: number = $derived.by(() => Math.max(0, this.stops.length - 1))
  readonly over: boolean = $derived.by(() => this.frame?.scene.ending !== undefined)
  readonly moment: string = $derived.by(() =>
    text('replay.moment', { number: this.place + 1, count: this.stops.length, text: this.stop?.text ?? '' }),
  )
  readonly headings: { stop: Stop; place: number }[] = $derived.by(() =>
    this.stops.map((stop, place) => ({ stop, place })).filter(({ stop, place }) => stop.heading !== undefined || place === 0),
  )

  async begin(first: number | 'end' | undefined): Promise<void> {
    this.failure = ''
    try {
      const index = await replayIndex(this.token)
      this.stops = index.stops
      this.index = index
      this.place = first === 'end' ? this.last : stopAt(index.stops, first ?? 0)
      await this.fetch()
    } catch (error) {
      this.failure = inWords(error)
    }
  }

  to(place: number): void {
    const next = Math.min(Math.max(0, place), this.last)
    if (next === this.place) return
    this.place = next
    void this.fetch()
  }

  toAt(at: number): void {
    this.to(stopAt(this.stops, at))
  }

  /** Go somewhere on a person's word: what plays by itself stops, and the place is spoken. */
  jump(place: number): void {
    this.playing = false
    this.to(place)
    if (settings.speak) this.spoken = this.moment
  }

  step(by: 1 | -1): void {
    this.jump(this.place + by)
  }

  turn(way: 1 | -1): void {
    this.jump(turnFrom(this.stops, this.place, way))
  }

  toggle(): void {
    if (!this.playing && this.place >= this.last) this.to(0)
    this.playing = !this.playing
  }

  private get(at: number): Promise<ReplayFrame> {
    const known = this.frames.get(at)
    if (known !== undefined) return known
    const asked = replayFrame(this.token, at)
    this.frames.set(at, asked)
    asked.catch(() => this.frames.delete(at))
    if (this.frames.size > KEPT) this.frames.delete(this.frames.keys().next().value ?? at)
    return asked
  }

  // One request at a time for what is shown: whoever drags the slider sees the newest place, not a queue of old ones.
  private async fetch(): Promise<void> {
    if (this.fetching) return
    this.fetching = true
    try {
      for (let at = this.stop?.at; at !== undefined; at = this.stop.at) {
        this.show(await this.get(at))
        this.failure = ''
        if (this.stop === undefined || this.stop.at === at) break
      }
      this.ahead()
    } catch (error) {
      this.failure = inWords(error)
    } finally {
      this.fetching = false
    }
  }

  /** One step on is shown as it happened; anything else is only gone to. */
  private show(got: ReplayFrame): void {
    const before = this.known
    this.known = got
    const next = before && this.stops[stopAt(this.stops, before.at) + 1]
    if (!before || next?.at !== got.at) {
      this.motion.jump(got, got.log)
      return
    }
    this.motion.finish()
    this.motion.mark()
    const lines = newLines(got, before)
    this.motion.play(stepsOf(lines, got.lines - lines.length, got.scene), got)
  }

  /** The screen is left. */
  end(): void {
    this.motion.end()
  }

  private ahead(): void {
    for (let step = 1; step <= AHEAD; step += 1)
      for (const place of [this.place + step, this.place - step]) {
        const stop = this.stops[place]
        if (stop !== undefined) this.get(stop.at).catch(() => undefined)
      }
  }
}
