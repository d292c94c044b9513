// What the server sends: messages as in docs/table.md, and in them what is drawn.

import type { Ahead, Danger, Die, Harm, Look, Plan, Question, Reason, Refusal, Scene, Told } from './scene'

export type * from './scene'

export type SeatInfo = { kind: 'here' | 'link' | 'bot'; bot?: string; name: string }
export type Info = {
  game: string
  title: string
  scenario: string
  seats: SeatInfo[]
  dice: 'seeded' | 'typed' | 'sealed'
  handover: boolean
  started: string
  imported: boolean
  notes: string[]
}
/** What everybody may know of sealed dice: the promise of their seed, and the words once all of them are there. */
export type Seal = { commitment: string; words: Record<string, string> }
/** A roll as it was made, with all that its faces depend on. */
export type SealedRoll = {
  index: number
  faces: (number | string | number[])[]
  sides?: number
  count?: number
  pools?: number[]
  bag?: [string, number][]
  name?: string
}
/** By what dice can be thrown again; seed and rolls once the game is over. `since`: the first roll that they made. */
export type Opened = Seal & { since: number; seed?: string; rolls?: SealedRoll[] }
export type Offer = { by: number; seats: number[]; text: string; rolls: number; answers: number }
export type Presence = { seats: Record<string, boolean>; watchers: number }

export type Standing = {
  version: number
  at: number
  question?: Question | null
  dice: Die[]
  offer?: Offer | null
  handover?: number | null
  redo: boolean
  undo: 'free' | 'ask' | 'no'
  /** The seats whose people have not come yet: until then no die falls. */
  waiting: number[]
}
export type Welcome = Standing & {
  type: 'welcome'
  re: string
  protocol: number
  match: string
  role: 'host' | 'seat' | 'watch'
  seats: number[]
  info: Info
  scene: Scene
  log: Told[]
  presence: Presence
  seal: Seal | null
  /** The word of this seat that counts. */
  word: string | null
  /** The title of the game while it is still being prepared, so that moves take longer; else empty. */
  preparing: string
  paused?: string
  passes: Record<string, string[]>
}
export type Update = Standing & {
  type: 'update'
  patch?: object
  scene?: Scene
  log: { keep: number; more: Told[] }
  news?: string
}
/** How a number is spread: each amount with its chance, from the least to the most. */
export type Spread = { text: string; mean: number; amounts: { amount: number; chance: number; exact: string }[] }
export type OddsReply = {
  type: 'odds'
  re: string
  key: string
  exact: boolean
  /** How much of all rolls may fall otherwise than counted, from 0 to 1. */
  bound: number
  unsolved: boolean
  samples: number
  aim: string
  aims: { name: string; text: string }[]
  value: number
  chances: { text: string; chance: number; exact: string }[]
  /** `cost`: a price that may be paid, such as command points. */
  totals: { text: string; chance: number; exact: string; mean: number; cost?: boolean }[]
  spreads: Spread[]
  /** Who may be hurt: the piece that the option aims at first, then the other side's, then one's own. */
  harms: Harm[]
  reasons: { label: string; total: number; parts: Reason[] }[]
  ms: number
}
export type AdviceReply = { type: 'advice'; re: string; key: string; by: string }
export type WhyReply = { type: 'why'; re: string; refusals: Refusal[]; possible: string[] }
export type PlanReply = Plan & { type: 'plan'; re: string; spot: string }
export type AheadReply = Ahead & { type: 'ahead'; re: string; piece: string; target: string }
export type LookReply = Look & { type: 'look'; re: string; place: string }
export type DangerReply = Danger & { type: 'danger'; re: string; first: number }
export type ErrorReply = { type: 'error'; re?: string; code: string; text: string; params?: Record<string, unknown> }
export type ServerMessage =
  | Welcome
  | Update
  | OddsReply
  | AdviceReply
  | WhyReply
  | PlanReply
  | AheadReply
  | LookReply
  | DangerReply
  | ErrorReply
  | { type: 'ack'; re: string; version: number; again?: boolean }
  | ({ type: 'presence' } & Presence)
  | { type: 'sealed'; seal: Seal }
  | { type: 'used'; sockets: number }
  | { type: 'declined'; by: number }
  | { type: 'preparing'; game: string }
  | { type: 'paused'; text: string }
  | { type: 'thinking'; seat: number; on: boolean }
  | { type: 'passes'; re: string; passes: Record<string, string[]> }
  | { type: 'pong'; re: string }
  | { type: 'bye'; code: string }

// HTTP
export type GameForm = {
  name: string
  title: string
  seats: string[]
  secrets: boolean
  /** Whether a team may be built for each seat. */
  teams?: boolean
  /** `fits`: the scenarios that a side or a value is for; without it, all. `faction`: what a team is of that takes its place, if not the side itself. */
  sides: { id: string; name: string; text?: string; faction?: string; fits?: string[] }[]
  /** A ready-made scenario brings its sides, and says which fields it settles. */
  scenarios: { id: string; name: string; text: string; sides?: string[]; settled?: string[] }[]
  /** The scenario for somebody's first game; else the first of the list. */
  first?: string
  /** What else may be wished for: a value of each, or none. */
  fields?: { id: string; title: string; text: string; values: { value: string; text: string; fits?: string[] }[] }[]
  options: {
    id: string
    title: string
    text: string
    rule: string
    default: string | boolean | number
    values: { value: string | boolean | number; text: string }[]
  }[]
}
/** A model as the file of its team has it: what it was given stands under the keys of shelves. */
export type TeamModel = { unit: string; name?: string; count?: number; [shelf: string]: string | number | string[] | undefined }
/** A team as its file has it. */
export type TeamData = { name: string; limit: number; models: TeamModel[]; [more: string]: unknown }
export type TeamFault = { rule: string; text: string }
/** Things of one sort that a model may be given: one of them, or several. */
export type TeamShelf = { key: string; name: string; single: boolean; goods: { id: string; name: string; points: number; kind: string; refusals: TeamFault[] }[] }
/** All that a builder shows of a team; the server reckons it after every change. */
export type TeamForm = {
  game: string
  team: TeamData
  /** The side that it is of. */
  side: string
  sizes: number[]
  /** What prices are in. */
  currency: string
  /** Whether models have names of their own. */
  named: boolean
  points: number
  limit: number
  roles: { role: string; have: number; most: number | null }[]
  /** `refusals`: why one more may not be taken; none: it may. */
  units: { id: string; name: string; role: string; points: number; text: string; have: number; refusals: TeamFault[] }[]
  models: {
    unit: string
    name: string
    points: number
    /** Its own name, if it has one. */
    called: string | null
    things: { shelf: string; id: string; name: string; points: number }[]
    shelves: TeamShelf[]
    faults: TeamFault[]
  }[]
  /** What is wrong with the whole of it. */
  faults: TeamFault[]
  ok: boolean
  ready: TeamData | null
  /** The file, and what it is called. */
  text: string
  file: string
}
export type Games = { games: GameForm[]; bots: { name: string; text: string }[]; version: string }
export type Rule = {
  id: string
  title: string
  chapter: string
  text: string
  ruling?: string
  options?: { name: string; text: string }[]
}
export type Rulebook = { game: string; title: string; chapters: string[]; rules: Rule[] }
/** `taken`: the seats whose link somebody has exchanged for a token of their own. */
export type Links = { host: string; seats: Record<string, string>; watch: string; taken?: number[] }
export type Created = { match: string; title: string; links: Links }
export type Summary = {
  match: string
  role: string
  seats: number[]
  info: Info
  version: number
  over: boolean
  turn_text: string
  yours: boolean
  updated: string
  result_text?: string
}
export type ReplayIndex = {
  match: string
  info: Info
  total: number
  stops: { at: number; text: string; heading?: number; heading_text?: string; seat?: number }[]
}
export type ReplayFrame = { at: number; scene: Scene; log: Told[]; lines: number; dice: Die[]; question_text: string }
export type SeatWish = { kind: 'here' | 'link' | 'bot'; bot?: string }
