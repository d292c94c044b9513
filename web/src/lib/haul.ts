// Dragging the ghost of a move or a place over the board: it is taken like a piece, and near it with a finger.

import type { Course } from './course.svelte'
import type { Gestures } from './gestures'
import { keyOf } from './pointing'

/** Pixels round the ghost that mean the ghost to a finger. */
const NEAR = 22
/** Pixels that a pointer may tremble before it drags. */
const TREMBLE = 5

export class Haul {
  private dragged: { id: number; x: number; y: number; moving: boolean; add: boolean } | undefined
  private dropped = false

  constructor(
    private readonly gestures: Gestures,
    private readonly svg: () => SVGSVGElement | undefined,
    /** What may be dragged now. */
    private readonly course: () => Course | undefined,
  ) {}

  private grabs(event: PointerEvent, course: Course): boolean {
    if (event.button !== 0 || this.gestures.busy) return false
    const key = keyOf(event.target)
    if (key === 'ghost' || (course.region.piece !== undefined && key === `piece ${course.region.piece}`)) return true
    if (event.pointerType === 'mouse') return false
    // A finger is thick: what is near the ghost means the ghost.
    const at = this.gestures.under(event)
    return Math.hypot(at[0] - course.at[0], at[1] - course.at[1]) * this.gestures.pixels() < NEAR
  }

  /** Whether this pointer drags the ghost from now on. */
  down(event: PointerEvent): boolean {
    this.dropped = false
    const course = this.course()
    if (!course || this.dragged !== undefined || !this.grabs(event, course)) return false
    this.dragged = { id: event.pointerId, x: event.clientX, y: event.clientY, moving: false, add: event.shiftKey || course.adding }
    return true
  }

  /** Whether this pointer drags the ghost; it is where the pointer is then. */
  moved(event: PointerEvent): boolean {
    const dragged = this.dragged
    if (dragged?.id !== event.pointerId) return false
    if (!dragged.moving) {
      if (Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < TREMBLE) return true
      dragged.moving = true
      this.svg()?.setPointerCapture(event.pointerId)
      if (dragged.add) this.course()?.keepWaypoint()
    }
    this.course()?.drag(this.gestures.under(event))
    return true
  }

  up(event: PointerEvent): boolean {
    if (this.dragged?.id !== event.pointerId) return false
    this.dropped = this.dragged.moving
    this.dragged = undefined
    return true
  }

  /** Whether the click that comes now only ends a drag. */
  swallowed(): boolean {
    const was = this.dropped
    this.dropped = false
    return was
  }
}
