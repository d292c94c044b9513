// Dragging the ghost of a move or a place over the board: it is taken like a piece, and near it with a finger.

import type { Course } from './course.svelte'
import type { Gestures } from './gestures'
import { keyOf } from './pointing'

/** Pixels round the ghost that mean the ghost to a finger. */
const NEAR = 22
/** Pixels that a pointer may tremble before it drags. */
const TREMBLE = 5

export class Haul {
  private dragged: { id: number; x: number; y: number; moving: boolean; add: boolean; piece: string | undefined } | undefined
  private dropped = false

  constructor(
    private readonly gestures: Gestures,
    private readonly svg: () => SVGSVGElement | undefined,
    /** What may be dragged now. */
    private readonly course: () => Course | undefined,
    /** A piece that is no ghost yet: whether it may be picked up, and that it is; and that something was put down. */
    private readonly hand: { takes: (piece: string) => boolean; lift: (piece: string) => void; drop: (more: boolean) => void },
  ) {}

  private grabs(event: PointerEvent, course: Course): boolean {
    if (event.button !== 0 || this.gestures.busy) return false
    const key = keyOf(event.target)
    if (key === 'ghost' || (course.region.piece !== undefined && key === `piece ${course.region.piece}`)) return true
    if (event.pointerType === 'mouse') return false
    // A finger is thick: what is near the ghost means the ghost.
    const at = this.gestures.under(event)
    if (course.turns) return true
    return Math.hypot(at[0] - course.stands[0], at[1] - course.stands[1]) * this.gestures.pixels() < NEAR
  }

  /** Whether this pointer drags the ghost from now on. */
  down(event: PointerEvent): boolean {
    this.dropped = false
    this.gestures.forget()
    if (this.dragged !== undefined) return false
    const course = this.course()
    const piece = this.taken(event)
    if (piece === undefined && !(course && !course.idle && this.grabs(event, course))) return false
    const add = event.shiftKey || course?.adding === true
    this.dragged = { id: event.pointerId, x: event.clientX, y: event.clientY, moving: false, add, piece }
    return true
  }

  /** The piece below the pointer, if it may be picked up. */
  private taken(event: PointerEvent): string | undefined {
    const key = event.button === 0 && !this.gestures.busy ? keyOf(event.target) : undefined
    const piece = key?.startsWith('piece ') ? key.slice(6) : undefined
    return piece !== undefined && this.hand.takes(piece) ? piece : undefined
  }

  /** Whether this pointer drags the ghost; it is where the pointer is then. */
  moved(event: PointerEvent): boolean {
    const dragged = this.dragged
    if (dragged?.id !== event.pointerId) return false
    if (!dragged.moving) {
      if (Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < TREMBLE) return true
      dragged.moving = true
      if (dragged.piece !== undefined) this.hand.lift(dragged.piece)
      this.svg()?.setPointerCapture(event.pointerId)
      if (dragged.add) this.course()?.keepWaypoint()
    }
    this.course()?.drag(this.gestures.under(event))
    return true
  }

  up(event: PointerEvent): boolean {
    if (this.dragged?.id !== event.pointerId) return false
    const { moving, add } = this.dragged
    this.dropped = moving
    this.dragged = undefined
    if (moving && event.type === 'pointerup') this.hand.drop(add)
    return true
  }

  /** Whether the click that comes now only ends a drag. */
  swallowed(): boolean {
    const was = this.dropped
    this.dropped = false
    return was
  }
}
