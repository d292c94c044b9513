// Dragging, pinching and zooming a board: one transform, set at most once a frame, so that nothing is drawn again.

import { kept, moved, onBoard, pinched, transformOf, WHOLE, zoomed, type Box, type Spot, type View } from './board'
import { onTheWay } from './camera'

const DRAG = 6
const STEP = 0.12

type Stage = {
  frame: () => Box
  /** The drawing, and the group in it that holds the board. */
  svg: () => SVGSVGElement | undefined
  world: () => SVGGElement | undefined
  /** Whatever else lies as the board does. */
  shown?: (view: View) => void
}

export class Gestures {
  view: View = WHOLE
  dragging = false
  /** Somebody has moved the board: it goes nowhere of itself. */
  byHand = false
  private waiting = 0
  private easing = 0
  private swallow = false
  private held = false
  private readonly fingers = new Map<number, Spot>()
  private start: { view: View; fingers: Spot[] } = { view: WHOLE, fingers: [] }

  constructor(private readonly stage: Stage) {}

  show(next: View): void {
    cancelAnimationFrame(this.easing)
    this.set(kept(next, this.stage.frame()))
  }

  /** Show what somebody wants to see. */
  wish(next: View): void {
    this.byHand = true
    this.show(next)
  }

  /** Go to a view within so many milliseconds. */
  ease(next: View, ms: number): void {
    const [from, to] = [this.view, kept(next, this.stage.frame())]
    if (ms === 0 || (from.x === to.x && from.y === to.y && from.scale === to.scale)) {
      this.show(to)
      return
    }
    cancelAnimationFrame(this.easing)
    const start = performance.now()
    const step = (): void => {
      const share = Math.min(1, (performance.now() - start) / ms)
      this.set(share < 1 ? onTheWay(from, to, share) : to)
      if (share < 1) this.easing = requestAnimationFrame(step)
    }
    this.easing = requestAnimationFrame(step)
  }

  private set(next: View): void {
    this.view = next
    if (this.waiting !== 0) return
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0
      this.stage.world()?.setAttribute('transform', transformOf(this.view))
      this.stage.shown?.(this.view)
    })
  }

  /** Nearer or farther about the middle of the frame. */
  zoom(factor: number): void {
    const { x, y, width, height } = this.stage.frame()
    this.wish(zoomed(this.view, factor, [x + width / 2, y + height / 2]))
  }

  pan(dx: number, dy: number): void {
    const { width, height } = this.stage.frame()
    this.wish(moved(this.view, dx * width * STEP, dy * height * STEP))
  }

  /** The point of the board under a point of the screen. */
  under(event: MouseEvent): Spot {
    return onBoard(this.view, this.inFrame(event.clientX, event.clientY))
  }

  /** How many pixels of the screen a hundredth of the board takes. */
  pixels(): number {
    return (this.stage.svg()?.getScreenCTM()?.a ?? 1) * this.view.scale
  }

  /** Whether a pointer is down on the board. */
  get busy(): boolean {
    return this.fingers.size > 0
  }

  private inFrame(x: number, y: number): Spot {
    const matrix = this.stage.svg()?.getScreenCTM()
    if (!matrix) return [x, y]
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse())
    return [point.x, point.y]
  }

  private begin(): void {
    this.start = { view: this.view, fingers: [...this.fingers.values()] }
  }

  /** A pointer goes down; `held`: on something that is no ground, so that it does not drag the board. */
  down(event: PointerEvent, held = false): void {
    if (event.button !== 0) return
    this.fingers.set(event.pointerId, this.inFrame(event.clientX, event.clientY))
    if (this.fingers.size === 1) {
      this.swallow = false
      this.held = held
    }
    this.begin()
  }

  /** Whatever was dragged before has nothing to do with the next click. */
  forget(): void {
    if (this.fingers.size === 0) this.swallow = false
  }

  /** Follow a pointer that is down; false if it is not. */
  move(event: PointerEvent): boolean {
    if (!this.fingers.has(event.pointerId)) return false
    const now = this.inFrame(event.clientX, event.clientY)
    this.fingers.set(event.pointerId, now)
    const [first, second] = [...this.fingers.values()]
    const [from, other] = this.start.fingers
    if (!first || !from || (this.held && !second)) return true
    if (!this.dragging && !this.drag(now, from)) return true
    if (second && other) this.wish(pinched(this.start.view, [from, other], [first, second]))
    else this.wish(moved(this.start.view, first[0] - from[0], first[1] - from[1]))
    return true
  }

  // A tap trembles: only what goes some way is a drag. From then on the pointer is ours.
  private drag(now: Spot, from: Spot): boolean {
    const svg = this.stage.svg()
    const scale = svg?.getScreenCTM()?.a ?? 1
    if (this.fingers.size < 2 && Math.hypot(now[0] - from[0], now[1] - from[1]) * scale < DRAG) return false
    this.dragging = true
    svg?.classList.add('dragging')
    for (const id of this.fingers.keys()) svg?.setPointerCapture(id)
    return true
  }

  up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return
    if (this.dragging) this.swallow = true
    if (this.fingers.size === 0) {
      this.dragging = false
      this.stage.svg()?.classList.remove('dragging')
    }
    this.begin()
  }

  wheel(event: WheelEvent): void {
    event.preventDefault()
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016) * (event.ctrlKey ? 4 : 1))
    this.wish(zoomed(this.view, factor, this.inFrame(event.clientX, event.clientY)))
  }

  /** Whether a click is only the end of a drag; asked once for each. */
  swallowed(): boolean {
    const was = this.swallow
    this.swallow = false
    return was
  }

  stop(): void {
    cancelAnimationFrame(this.waiting)
    cancelAnimationFrame(this.easing)
  }
}
