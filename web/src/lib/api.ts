// The HTTP side of the server. Every failure is an ApiError with the server's code and sentence.

import type { Created, Games, Links, Opened, ReplayFrame, ReplayIndex, Rulebook, SeatWish, Summary, TeamData, TeamForm } from './types'

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly params: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** What went wrong, whatever it was. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('unknown', error instanceof Error ? error.message : String(error))
}

async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  let response: Response
  try {
    const text = body === undefined ? null : JSON.stringify(body)
    response = await fetch(path, { method, headers, body: text })
  } catch {
    throw new ApiError('offline', 'the server cannot be reached')
  }
  if (!response.ok) throw await failure(response)
  return (await response.json()) as T
}

async function failure(response: Response): Promise<ApiError> {
  const data: unknown = await response.json().catch(() => ({}))
  const error = (data as { error?: { code?: string; text?: string; params?: Record<string, unknown> } }).error ?? {}
  return new ApiError(error.code ?? 'unknown', error.text ?? `the server answered ${response.status}`, error.params)
}

export type MatchWish = {
  game: string
  scenario?: string
  sides?: string[]
  teams?: (TeamData | null)[]
  seats: SeatWish[]
  dice: 'seeded' | 'typed'
  seed?: number
  options?: Record<string, string>
  setup?: Record<string, string>
  handover?: boolean
  pace?: number
}

let known: Promise<Games> | undefined

/** The games of the server; fetched once, and again after a failure. */
export function games(): Promise<Games> {
  if (known === undefined) {
    known = call<Games>('GET', '/api/games')
    known.catch(() => (known = undefined))
  }
  return known
}

export const rulebook = (game: string) => call<Rulebook>('GET', `/api/rules/${encodeURIComponent(game)}`)
export type TeamWish = { team: TeamData } | { text: string } | { side: string; limit?: number }
export const teamForm = (game: string, wish: TeamWish) => call<TeamForm>('POST', `/api/teams/${encodeURIComponent(game)}`, wish)
export const createMatch = (wish: MatchWish) => call<Created>('POST', '/api/matches', wish)
export const importSave = (text: string, seats?: SeatWish[]) => call<Created>('POST', '/api/import', { text, seats })
export const summary = (token: string) => call<Summary>('GET', '/api/match', undefined, token)
export const links = (token: string) => call<Links>('GET', '/api/links', undefined, token)
/** A token of one's own for the link of a seat, which opens nothing from then on. */
export const takeSeat = (token: string) => call<{ token: string }>('POST', '/api/seat', {}, token)
export const renewLink = (token: string, role: 'host' | 'watch' | 'seat', seat?: number) =>
  call<{ token: string }>('POST', '/api/links', { role, seat }, token)
export const replayIndex = (token: string) => call<ReplayIndex>('GET', '/api/replay', undefined, token)
export const replayFrame = (token: string, at: number) => call<ReplayFrame>('GET', `/api/replay/${at}`, undefined, token)
export const branch = (token: string, at: number, seats: SeatWish[], handover = false) =>
  call<Created>('POST', '/api/branch', { at, seats, handover }, token)

export const sealOf = (token: string) => call<Opened>('GET', '/api/dice', undefined, token)

/** The save of a match, as far as this link may know it. */
export async function saveText(token: string): Promise<string> {
  let response: Response
  try {
    response = await fetch('/api/save', { headers: { Authorization: `Bearer ${token}` } })
  } catch {
    throw new ApiError('offline', 'the server cannot be reached')
  }
  if (!response.ok) throw await failure(response)
  return response.text()
}
