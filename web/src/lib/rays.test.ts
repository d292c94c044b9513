import { expect, it } from 'vitest'
import { drawnMarks } from './rays'
import type { Mark } from './types'

const ray: Mark = { kind: 'sight', shape: { line: [0, 0, 600, 0] }, text: 'a to b', heights: [150, 150], ray: { start: [0, 0, 150], end: [600, 0, 150], bodies: [] } }
const face: Mark = { kind: 'blocked', shape: { line: [300, -150, 300, 150] }, text: 'a wall', heights: [0, 300] }

it('ends a line of sight where it is stopped', () => {
  const [line, wall] = drawnMarks([{ ...ray, ray: { ...ray.ray!, met: [300, 0, 150] } }, face])
  expect(line).toMatchObject({ kind: 'blocked', shape: { line: [0, 0, 300, 0] }, heights: [150, 150] })
  expect(wall).toMatchObject({ kind: 'wall', passes: true, shape: face.shape })
})

it('leaves a free line of sight, and what stops nothing that is drawn, as they are', () => {
  expect(drawnMarks([ray, face])).toEqual([ray, face])
})
