// What a start form offers: sides and values that go with the scenario.

import type { GameForm } from './types'

/** What a team is of that takes the place of a side. */
export function factionOf(sides: GameForm['sides'], side: string): string {
  return sides.find((one) => one.id === side)?.faction ?? side
}

/** The side of a faction: the one that was taken, if it is of it, else the first. */
export function sideFor(sides: GameForm['sides'], faction: string, taken: string): string {
  if (factionOf(sides, taken) === faction) return taken
  return sides.find((one) => (one.faction ?? one.id) === faction)?.id ?? taken
}

/** Whether a side or a value is for a scenario: one that names none is for all. */
export function fits(one: { fits?: string[] }, scenario: Pick<GameForm['scenarios'][number], 'id'> | undefined): boolean {
  return one.fits === undefined || scenario === undefined || one.fits.includes(scenario.id)
}
