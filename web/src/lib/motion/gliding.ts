// Pieces on their way: each board has a group around every piece, which is moved by a transform that draws nothing anew.

import type { Effect, Motion } from './queue.svelte'
import { lengthOf } from './pace'
import type { Point, Scene } from '../types'

/** What a board needs to know of what is shown on it. */
export type Moving = Pick<Motion<{ scene: Scene }>, 'effects' | 'aim' | 'throws' | 'trail' | 'fallen' | 'focus' | 'repeating'>

/** The group of a piece in the drawing that some element belongs to. */
export function groupOf(inside: Element | undefined, piece: string): SVGGElement | null {
  return inside?.closest('svg')?.querySelector<SVGGElement>(`[data-glides="${CSS.escape(piece)}"]`) ?? null
}

export type Frame = { transform: string; offset: number }

/** A way as frames of an animation: even speed from the first point on, which is where the piece is drawn. */
export function framesOf(points: readonly Point[]): Frame[] {
  const [x, y] = points[0] ?? [0, 0]
  const whole = lengthOf(points) || 1
  return points.map((point, index) => ({
    transform: `translate(${point[0] - x}px, ${point[1] - y}px)`,
    offset: index === points.length - 1 ? 1 : lengthOf(points.slice(0, index + 1)) / whole,
  }))
}

const SHAKE = [[0, 0], [0.22, -0.08], [-0.2, 0.06], [0.12, 0], [0, 0]] as const
const EASED = 'cubic-bezier(0.45, 0.05, 0.35, 1)'

/** Set a piece in motion until told to stop. */
export function onWay(group: SVGGElement | null, effect: Extract<Effect, { kind: 'glide' | 'shake' }>): () => void {
  if (!group) return () => undefined
  const glides = effect.kind === 'glide'
  const frames = glides ? framesOf(effect.points) : SHAKE.map(([x, y]) => ({ transform: `translate(${x * 60}px, ${y * 60}px)` }))
  group.style.willChange = 'transform'
  const animation = group.animate(frames, glides ? { duration: effect.ms, easing: EASED, fill: 'forwards' } : { duration: effect.ms })
  return () => {
    animation.cancel()
    group.style.willChange = ''
  }
}
