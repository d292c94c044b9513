import { expect, it } from 'vitest'
import { TakingBack } from './takingback'

function sender(): { sent: string[]; back: TakingBack } {
  const sent: string[] = []
  const back = new TakingBack(() => {
    sent.push(`undo ${sent.length}`)
    return sent.at(-1)!
  })
  return { sent, back }
}

it('takes back at once when nothing is under way', () => {
  const { sent, back } = sender()
  back.want(false)
  expect(sent).toEqual(['undo 0'])
})

it('waits for an answer that is under way', () => {
  const { sent, back } = sender()
  back.want(true)
  expect(sent).toEqual([])
  back.heard('answer', undefined, false)
  expect(sent).toEqual(['undo 0'])
  back.heard('undo 0', undefined, false)
  expect(sent).toEqual(['undo 0'])
})

it('asks again when somebody else was quicker', () => {
  const { sent, back } = sender()
  back.want(false)
  back.heard('undo 0', 'stale', false)
  expect(sent).toEqual(['undo 0', 'undo 1'])
})

it('forgets the wish when there was nothing to take back', () => {
  const { sent, back } = sender()
  back.want(true)
  back.heard('answer', 'illegal', false)
  back.heard('other', undefined, false)
  expect(sent).toEqual([])
})
