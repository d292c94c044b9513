import { describe, expect, it } from 'vitest'
import { factsOf, standing } from './facts'
import { merged } from './patch'
import type { Scene } from './types'

const SCENE: Scene = {
  game: 'any',
  title: 'Any',
  sides: [{ name: 'Ash', mark: 'A', form: 'disc' }],
  status: {
    turn: { label: 'Turn', value: '1 of 4', rank: 0 },
    points: { label: 'Points', value: '0', rank: 2 },
    starts: { label: 'Starts', value: 'Ash' },
  },
  briefing: [],
  parts: {},
  pieces: {},
  cards: {},
}

describe('facts', () => {
  it('stand in the same order whether they came one by one or all at once', () => {
    const whole: Scene = {
      ...SCENE,
      status: { turn: SCENE.status['turn']!, stage: { label: 'Stage', value: 'First', rank: 1 }, lead: { label: 'Lead', value: 'Ash' }, ...SCENE.status },
    }
    const patched = merged(SCENE, { status: { stage: whole.status['stage'], lead: whole.status['lead'] } })
    expect(Object.keys(patched.status)).not.toEqual(Object.keys(whole.status))
    expect(factsOf(patched).map(([name]) => name)).toEqual(['turn', 'stage', 'points', 'lead', 'starts'])
    expect(factsOf(patched)).toEqual(factsOf(whole))
  })

  it('say how an objective stands', () => {
    const mark = { mark: 'A', name: 'Objective A' }
    expect(standing(mark, SCENE.sides)).toBe('held by nobody')
    expect(standing({ ...mark, holder: 0 }, SCENE.sides)).toBe('held by Ash')
    expect(standing({ ...mark, holder: -1 }, SCENE.sides)).toBe('contested')
    expect(standing({ ...mark, done: true }, SCENE.sides)).toBe('done')
  })
})
