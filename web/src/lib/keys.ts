// The keys of the playing screen: which stroke means which command, and how they are shown.

import { FINE, TURN } from './course.svelte'

export type Command =
  | 'help' | 'commands' | 'next' | 'previous' | 'odds' | 'why' | 'suggest' | 'undo' | 'redo' | 'board' | 'choices' | 'log' | 'cards' | 'dice'
  | 'end' | 'nearer' | 'farther' | 'fit' | 'panLeft' | 'panRight' | 'panUp' | 'panDown' | 'close' | 'sound' | 'danger' | 'cover' | 'goals'
export type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & { code?: string }

const PLAIN: Record<string, Command> = {
  '?': 'help', j: 'next', k: 'previous', o: 'odds', w: 'why', s: 'suggest', u: 'undo', U: 'undo', r: 'redo', R: 'redo', b: 'board', q: 'choices',
  l: 'log', e: 'end', c: 'cards', d: 'dice', '+': 'nearer', '=': 'nearer', '-': 'farther', '0': 'fit', Escape: 'close', x: 'sound',
  f: 'goals', g: 'danger', h: 'cover',
}
const SHIFTED: Record<string, Command> = {
  ArrowLeft: 'panLeft', ArrowRight: 'panRight', ArrowUp: 'panUp', ArrowDown: 'panDown',
}

/** The command of a stroke; strokes with other modifiers belong to the browser. */
export function commandOf(stroke: Stroke): Command | undefined {
  if ((stroke.ctrlKey || stroke.metaKey) && !stroke.altKey && stroke.key.toLowerCase() === 'k') return 'commands'
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return undefined
  if (stroke.shiftKey && stroke.key in SHIFTED) return SHIFTED[stroke.key]
  return PLAIN[stroke.key]
}

/** What a digit means with Shift where people measure: the radius of a ring; 0 takes it away. Where digits need Shift they choose. */
export function ringOf(stroke: Stroke): number | undefined {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey || !stroke.shiftKey || /^\d$/.test(stroke.key)) return undefined
  const digit = /^Digit(\d)$/.exec(stroke.code ?? '')?.[1]
  return digit === undefined ? undefined : Number(digit)
}

/** How a stroke turns what is faced: brackets by much, with Shift by little, to the left and to the right. */
export function turnOf(stroke: Stroke): { by: 1 | -1; degrees: number } | undefined {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey) return undefined
  const by = stroke.key === '[' || stroke.key === '{' ? 1 : stroke.key === ']' || stroke.key === '}' ? -1 : undefined
  return by && { by, degrees: stroke.shiftKey ? FINE : TURN }
}

/** The entry of the list that a digit stands for, counted from 0. */
export function digitOf(stroke: Stroke): number | undefined {
  if (stroke.ctrlKey || stroke.metaKey || stroke.altKey || !/^[1-9]$/.test(stroke.key)) return undefined
  return Number(stroke.key) - 1
}

/** Whether somebody is writing: no shortcut may fire there. */
export function isWriting(target: EventTarget | null): boolean {
  if (typeof HTMLElement === 'undefined' || !(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}

/** What the keys dialog lists: the keys, and the code of their meaning. */
export const KEYS = [
  { keys: ['1', '…', '9'], code: 'keys.digit' },
  { keys: ['j', 'k'], code: 'keys.move' },
  { keys: ['Enter'], code: 'keys.enter' },
  { keys: ['Ctrl', 'K'], code: 'keys.commands' },
  { keys: ['q'], code: 'keys.choices' },
  { keys: ['b'], code: 'keys.board' },
  { keys: ['←', '↑', '↓', '→'], code: 'keys.arrows' },
  { keys: ['Shift', '1', '…', '9', '0'], code: 'keys.ring' },
  { keys: ['←', '↑', '↓', '→'], code: 'keys.ghost' },
  { keys: ['Shift', '←', '↑', '↓', '→'], code: 'keys.ghostFar' },
  { keys: ['.'], code: 'keys.waypoint' },
  { keys: ['v'], code: 'keys.level' },
  { keys: ['m'], code: 'keys.words' },
  { keys: ['r', 'R'], code: 'keys.turn' },
  { keys: ['[', ']'], code: 'keys.face' },
  { keys: ['Shift', '[', ']'], code: 'keys.faceFine' },
  { keys: ['e'], code: 'keys.end' },
  { keys: ['w'], code: 'keys.why' },
  { keys: ['o'], code: 'keys.odds' },
  { keys: ['s'], code: 'keys.suggest' },
  { keys: ['u'], code: 'keys.undo' },
  { keys: ['r'], code: 'keys.redo' },
  { keys: ['c'], code: 'keys.cards' },
  { keys: ['l'], code: 'keys.log' },
  { keys: ['d'], code: 'keys.dice' },
  { keys: ['+', '-', '0'], code: 'keys.zoom' },
  { keys: ['Shift', '←', '→', '↑', '↓'], code: 'keys.pan' },
  { keys: ['x'], code: 'keys.sound' },
  { keys: ['Space', 'Esc'], code: 'keys.skip' },
  { keys: ['Esc'], code: 'keys.close' },
  { keys: ['?'], code: 'keys.help' },
  { keys: ['g'], code: 'keys.danger' },
  { keys: ['h'], code: 'keys.cover' },
  { keys: ['f'], code: 'keys.goals' },
] as const
