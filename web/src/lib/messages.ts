// Every text of the page, by code and parameters. A translation is a file with the same codes.

import home from '../messages/en.home.json'
import table from '../messages/en.table.json'

const english = { ...home, ...table }

export type Code = keyof typeof home | keyof typeof table
type Values = Record<string, string | number>

let catalogue: Record<string, string> = english

/** Speak another language; what it does not say stays English. */
export function useCatalogue(other: Record<string, string>): void {
  catalogue = { ...english, ...other }
}

/** The text of a code, with {names} filled in. */
export function text(code: Code, values: Values = {}): string {
  return filled(catalogue[code] ?? code, values)
}

/** The text of a code that came from the server, or what to say if the page has no words for it. */
export function textOr(code: string, otherwise: string, values: Values = {}): string {
  const found = catalogue[code]
  return found === undefined ? otherwise : filled(found, values)
}

/** A text for one or for many: CODE.one and CODE.many. */
export function counted(code: string, count: number, values: Values = {}): string {
  return textOr(`${code}.${count === 1 ? 'one' : 'many'}`, String(count), { count, ...values })
}

function filled(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
