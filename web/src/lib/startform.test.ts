import { expect, test } from 'vitest'
import { factionOf, fits, sideFor } from './startform'

test('what names scenarios is for those alone', () => {
  const scenario = { id: 'road' }
  expect([{}, { fits: ['road', 'yard'] }, { fits: ['yard'] }, { fits: [] }].map((one) => fits(one, scenario))).toEqual([true, true, false, false])
  expect(fits({ fits: ['yard'] }, undefined)).toBe(true)
})

test('a side may be of a faction, and a team of it takes its place', () => {
  const sides = [
    { id: 'choir-1000', name: 'Third Bell', faction: 'choir' },
    { id: 'choir-haul', name: 'The Long Haul', faction: 'choir' },
    { id: 'wardens', name: 'Wardens' },
  ]
  expect(sides.map((side) => factionOf(sides, side.id))).toEqual(['choir', 'choir', 'wardens'])
  expect(sideFor(sides, 'choir', 'choir-haul')).toBe('choir-haul')
  expect(sideFor(sides, 'choir', 'wardens')).toBe('choir-1000')
  expect(sideFor(sides, 'wardens', 'choir-haul')).toBe('wardens')
})
