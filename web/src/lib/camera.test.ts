import { describe, expect, it } from 'vitest'
import { frameOf, WHOLE, type Spot, type View } from './board'
import { closeUp, isFar, onTheWay, sightAsked, sightOf } from './camera'
import type { Board, Option, Question, Scene } from './types'

const board: Board = { name: 'deck', unit: 'square', width: 3000, height: 2200, areas: {} }
const frame = frameOf(board)
const piece = (at: Spot, seat: number) => ({ name: 'one', kind: 'member', form: 'disc', mark: 'x', at, radius: 50, seat })
const scene = { title: '', status: [], sides: [], cards: {}, parts: {}, board, pieces: { a: piece([500, 500], 0), b: piece([900, 700], 1), c: piece([2900, 2100], 1) } } as unknown as Scene
const question = { seat: 0, kind: 'choose', text: '', subject: { piece: 'a' } } as Question
const at = (id: string): Option => ({ key: id, text: id, group: '', rules: [], place: { piece: id } })

function shows(view: View, [x, y]: Spot): boolean {
  const [left, top] = [x * view.scale + view.x, y * view.scale + view.y]
  return left > frame.x && left < frame.x + frame.width && top > frame.y && top < frame.y + frame.height
}

describe('the camera', () => {
  it('shows whoever acts and its targets from near', () => {
    const view = closeUp(sightAsked(scene, question, [at('b')], []), frame, WHOLE)
    expect(view.scale).toBeGreaterThan(1.5)
    expect([scene.pieces['a']!.at, scene.pieces['b']!.at].every((spot) => shows(view, spot))).toBe(true)
  })

  it('shows all of the board where targets are far apart or nobody acts', () => {
    expect(closeUp(sightAsked(scene, question, [at('b'), at('c')], []), frame, { x: 5, y: 5, scale: 2 })).toEqual(WHOLE)
    const { subject: _subject, ...nobody } = question
    expect(closeUp(sightAsked(scene, nobody, [at('b')], []), frame, { x: 5, y: 5, scale: 2 })).toEqual(WHOLE)
  })

  it('stays where it is while that shows enough', () => {
    const view = closeUp(sightAsked(scene, question, [at('b')], []), frame, WHOLE)
    expect(closeUp(sightOf([[500, 500], [800, 600]]), frame, view)).toBe(view)
    expect(closeUp(sightAsked(scene, question, [], []), frame, view)).toBe(view)
    expect(closeUp(sightOf([[2500, 1800]]), frame, view)).not.toBe(view)
  })

  it('comes no nearer than it should', () => {
    expect(closeUp(sightOf([[1500, 1100]]), frame, WHOLE).scale).toBeLessThanOrEqual(2.6)
  })

  it('is between two views on its way', () => {
    const to = { x: -100, y: 40, scale: 2 }
    expect(onTheWay(WHOLE, to, 0)).toEqual(WHOLE)
    expect(onTheWay(WHOLE, to, 0.5)).toEqual({ x: -50, y: 20, scale: 1.5 })
    expect(onTheWay(WHOLE, to, 1)).toEqual(to)
  })
})

it('comes near where a unit of the board takes few pixels', () => {
  expect([3, 5, 6, 7].map(isFar)).toEqual([false, false, true, true])
})
