// What the server sends. Mirrors src/fireteam/core/scene.py and docs/table.md.

export type Shape = { line?: number[]; polygon?: number[]; circle?: number[]; rect?: number[] }
export type Place = { piece?: string; part?: string; spot?: string; shape?: Shape; level?: number; turned?: number }
export type Mark = { kind: string; shape: Shape; text: string }
export type Reason = { amount: number; reason: string; rule: string }
export type Tag = { mark: string; name: string; kind: string; rule?: string }
export type Area = { name: string; kind: string; shape: Shape; label?: string }
export type Board = {
  name: string
  unit: string
  width: number
  height: number
  grid?: { size: number; columns: number; rows: number }
  areas: Record<string, Area>
}
export type Part = {
  name: string
  kind: string
  shape: Shape
  state?: string
  mark?: string
  text?: string
  level?: number
}
export type Piece = {
  name: string
  kind: string
  form: string
  at: [number, number]
  radius: number
  mark: string
  text: string
  seat?: number
  level?: number
  state?: string
  tags?: Tag[]
  card?: string
}
export type Figure = { label: string; name: string; value: string; note?: string; reasons?: Reason[] }
export type Row = { label: string; text: string; rule?: string }
export type Card = {
  seat: number
  name: string
  mark: string
  title: string
  state: string
  status: string
  figures: Figure[]
  tags: Tag[]
  rows: Row[]
  piece?: string
}
export type Status = { label: string; value: string; text?: string; rule?: string }
export type Holding = {
  name: string
  kind: string
  text: string
  state: string
  status: string
  moment?: string
  cost?: string
  rule?: string
}
export type Side = { name: string; mark: string; form: string; sheet?: Holding[] }
export type Paragraph = { label: string; text: string; rule?: string }
export type Ending = { winner: number; text: string; rule: string }
export type Scene = {
  game: string
  title: string
  sides: Side[]
  status: Record<string, Status>
  briefing: Paragraph[]
  board?: Board
  parts: Record<string, Part>
  pieces: Record<string, Piece>
  cards: Record<string, Card>
  ending?: Ending
}
export type Option = {
  key: string
  text: string
  group: string
  rules: string[]
  place?: Place
  declines?: boolean
  chance?: boolean
  note?: string
}
/** Where any point of the board may be an answer: the reach of a move, inch by inch, or the areas for something that is put down. */
export type Region = {
  kind: 'move' | 'place'
  radius: number
  piece?: string
  start?: [number, number]
  inches?: number
  contours?: number[][][]
  areas?: number[][]
  rotates?: boolean
  footprint?: number[][]
}
export type Question = {
  seat: number
  kind: 'choose' | 'roll'
  text: string
  window?: string
  window_text?: string
  setup?: boolean
  options?: Option[]
  count?: number
  sides?: number
  labels?: string[]
  subject?: Place
  region?: Region
}
export type Die = { name: string; seat: number; face: number | string; sides: number; state: string; fate?: string }
export type Told = {
  answers: number
  kind: string
  text: string
  seat?: number
  rule?: string
  code?: string
  faces?: (number | string)[]
  sides?: number
  about?: string[]
  heading?: number
}
export type Check = { rule: string; passed: boolean; text: string; marks: Mark[] }
export type Refusal = { key: string; text: string; checks: Check[] }
export type SeatInfo = { kind: 'here' | 'link' | 'bot'; bot?: string; name: string }
export type Info = {
  game: string
  title: string
  scenario: string
  seats: SeatInfo[]
  dice: 'seeded' | 'typed'
  handover: boolean
  started: string
  imported: boolean
  notes: string[]
}
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
  samples: number
  aim: string
  aims: { name: string; text: string }[]
  value: number
  chances: { text: string; chance: number; exact: string }[]
  /** `cost`: a price that may be paid, such as command points. */
  totals: { text: string; chance: number; exact: string; mean: number; cost?: boolean }[]
  spreads: Spread[]
  reasons: { label: string; total: number; parts: Reason[] }[]
  ms: number
}
export type AdviceReply = { type: 'advice'; re: string; key: string; by: string }
export type WhyReply = { type: 'why'; re: string; refusals: Refusal[]; possible: string[] }
/** One of several floors over each other at a point: whether it may be the answer, and the inches it costs. */
export type Level = { level: number; legal: boolean; cost?: number }
export type PlanReply = {
  type: 'plan'
  re: string
  spot: string
  keys: string[]
  path: [number, number][]
  text: string
  cost?: number
  limit?: number
  legs?: { to: [number, number]; inches: number; text: string }[]
  refusal?: Refusal
  level?: number
  levels?: Level[]
}
export type LookReply = {
  type: 'look'
  re: string
  place: string
  text: string
  facts: { text: string; rule: string; good: boolean }[]
  marks: Mark[]
}
export type ErrorReply = { type: 'error'; re?: string; code: string; text: string; params?: Record<string, unknown> }
export type ServerMessage =
  | Welcome
  | Update
  | OddsReply
  | AdviceReply
  | WhyReply
  | PlanReply
  | LookReply
  | ErrorReply
  | { type: 'ack'; re: string; version: number; again?: boolean }
  | ({ type: 'presence' } & Presence)
  | { type: 'declined'; by: number }
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
  sides: { id: string; name: string; text?: string }[]
  /** A ready-made scenario brings its sides, and says which fields it settles. */
  scenarios: { id: string; name: string; text: string; sides?: string[]; settled?: string[] }[]
  /** The scenario for somebody's first game; else the first of the list. */
  first?: string
  /** What else may be wished for: a value of each, or none. */
  fields?: { id: string; title: string; text: string; values: { value: string; text: string }[] }[]
  options: {
    id: string
    title: string
    text: string
    rule: string
    default: string | boolean | number
    values: { value: string | boolean | number; text: string }[]
  }[]
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
export type Links = { host: string; seats: Record<string, string>; watch: string }
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
export type ReplayFrame = { at: number; scene: Scene; log: Told[]; dice: Die[]; question_text: string }
export type SeatWish = { kind: 'here' | 'link' | 'bot'; bot?: string }
