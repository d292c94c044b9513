// What a table draws: exactly the types of src/fireteam/core/scene.py, where each is explained. A test compares the two files.

export type Point = [number, number]
export type Pair = [number, number]
export type Form = 'disc' | 'square' | 'diamond' | 'hexagon'
export type Role =
  | 'rifleman' | 'heavy' | 'leader' | 'medic' | 'scout' | 'brute' | 'drone' | 'psyker' | 'sniper' | 'engineer' | 'beast' | 'blade'
  | 'flamer' | 'grenadier' | 'standard' | 'bike' | 'vehicle'
export type State = 'ready' | 'active' | 'done' | 'away' | 'out' | 'left'
export type Stance = 'open' | 'hidden' | 'watching' | 'down'
export type PieceKind = 'member' | 'objective' | 'token'
export type PartKind =
  | 'wall' | 'solid' | 'low' | 'step' | 'bare' | 'rubble' | 'wire' | 'opening' | 'window' | 'door' | 'hatch' | 'ladder' | 'ramp'
  | 'floor' | 'console' | 'exit' | 'dark'
export type PartState = 'open' | 'closed' | 'locked' | 'ready' | 'done' | 'broken'
export type AreaKind = 'room' | 'corridor' | 'half' | 'zone' | 'hazard' | 'level'
export type MarkKind = 'sight' | 'blocked' | 'cover' | 'obscured' | 'wall' | 'spot' | 'distance'
export type Fate = 'hit' | 'critical' | 'miss' | 'blocked' | 'rerolled' | 'kept' | 'save'
export type ShownKind =
  | 'acts' | 'moves' | 'arrives' | 'turns' | 'stands' | 'works' | 'aims' | 'throws' | 'fates' | 'hurts' | 'heals' | 'falls' | 'leaves'
  | 'scores'
export type Leads = 'acts' | 'moves' | 'attacks' | 'stands' | 'turns' | 'ends'
export type Shape = { line?: number[]; polygon?: number[]; circle?: number[]; rect?: number[] }
export type Place = { piece?: string; part?: string; spot?: string; shape?: Shape; level?: number; turned?: number }
export type Ray = { start: number[]; end: number[]; bodies: Pair[]; met?: number[] }
export type Mark = { kind: MarkKind; shape: Shape; text: string; heights?: Pair; ray?: Ray }
export type Reason = { amount: number; reason: string; rule: string }
export type Tag = { mark: string; name: string; kind: 'harm' | 'good' | 'info' | 'gear' | 'state'; rule?: string }
export type Area = { name: string; kind: AreaKind; shape: Shape; label?: string; seat?: number }
export type Grid = { size: number; columns: number; rows: number; levels?: number; names?: Record<string, string> }
export type Board = {
  name: string
  unit: string
  units?: string
  sign?: string
  width: number
  height: number
  grid?: Grid
  areas: Record<string, Area>
}
export type Part = {
  name: string
  kind: PartKind
  shape: Shape
  sort: string
  state?: PartState
  mark?: string
  text?: string
  foot?: number
  level?: number
  strong?: boolean
  turned?: number
}
export type Piece = {
  name: string
  kind: PieceKind
  form: Form
  at: Point
  radius: number
  mark: string
  text: string
  seat?: number
  level?: number
  state?: State
  tags?: Tag[]
  card?: string
  role?: Role
  wounds?: Pair
  stance?: Stance
  facing?: number
  arc?: number
  size?: Pair
  holder?: number
  ring?: number
}
export type Figure = { label: string; name: string; value: string; left?: number; note?: string; reasons?: Reason[] }
export type Row = { label: string; text: string; rule?: string }
export type Card = {
  seat: number
  name: string
  mark: string
  title: string
  state: State
  status: string
  figures: Figure[]
  tags: Tag[]
  rows: Row[]
  piece?: string
  role?: Role
  wounds?: Pair
}
export type Status = { label: string; value: string; text?: string; rule?: string; rank?: number; scores?: number[]; steps?: Pair }
export type Holding = {
  name: string
  kind: string
  text: string
  state: string
  status: string
  moment?: string
  cost?: string
  rule?: string
  dice?: number
}
export type Side = { name: string; mark: string; form: Form; sheet?: Holding[] }
export type Paragraph = { label: string; text: string; rule?: string }
export type GoalMark = { mark: string; name: string; holder?: number; done?: boolean; place?: Place }
export type Goal = { name: string; text: string; marks: GoalMark[] }
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
  goal?: Goal
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
  cost?: number
  spends?: Record<string, number>
  leads?: Leads
  dice?: number[][]
}
export type Barred = { key: string; text: string; group: string; reason: string; rule: string; place?: Place }
export type Region = {
  kind: 'move' | 'place' | 'turn' | 'drive'
  radius: number
  piece?: string
  start?: Point
  facing?: number
  arc?: number
  limit?: number
  pivots?: number
  contours?: number[][][]
  jumps?: boolean
  areas?: number[][]
  rotates?: boolean
  footprint?: number[][]
  blast?: number
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
  labels?: Record<string, string>
  pools?: number[]
  subject?: Place
  region?: Region
  walks?: Place[]
  points?: Pair
  points_name?: string
  barred?: Barred[]
}
export type Die = {
  name: string
  seat: number
  face: number | string
  sides: number
  state: string
  sign?: Fate
  fate?: string
  pool?: number
  hangs?: number
  replaces?: number
}
export type Shown = {
  kind: ShownKind
  piece?: string
  target?: Place
  path?: Point[]
  heights?: number[]
  amount?: number
  seat?: number
  dice?: Die[]
}
export type Told = {
  answers: number
  kind: string
  text: string
  seat?: number
  rule?: string
  code?: string
  faces?: (number | string)[]
  sides?: number
  pools?: number[]
  about?: string[]
  heading?: number
  shows?: Shown
}
export type Leg = { to: Point; cost: number; text: string; ghost?: number[] }
export type Check = { rule: string; passed: boolean; text: string; marks: Mark[] }
export type Refusal = { key: string; text: string; checks: Check[]; reason?: string }
export type Level = { level: number; legal: boolean; cost?: number }
export type Plan = {
  keys: string[]
  path: Point[]
  heights?: number[]
  text: string
  cost?: number
  limit?: number
  legs?: Leg[]
  refusal?: Refusal
  level?: number
  levels?: Level[]
  turned?: number
  hits?: string[]
}
export type Fact = { text: string; rule: string; good: boolean }
export type Look = { text: string; facts: Fact[]; marks: Mark[] }
export type Implied = { key: string; text: string; others: Implied[] }
export type Attack = { keys: string[]; text: string }
export type Ahead = { keys: string[]; implied: Implied[]; region?: Region; walks?: Place[]; attacks?: Attack[] }
export type Share = { chance: number; exact: string }
export type HarmAmount = { amount: number; chance: number; kills: number }
export type Harm = { piece: string; name: string; seat: number; kill: Share; mean: number; of: number; spread: HarmAmount[] }
export type Threat = { piece: string; mean: number; cover: boolean }
export type GainKind = 'holds' | 'contests' | 'acts'
export type Gain = { kind: GainKind; mark: string; text: string }
export type DangerSpot = { at: Point; threats: Threat[]; gains: Gain[]; spot?: string; level?: number; cost?: number }
export type Danger = { piece: string; step: number; spots: DangerSpot[]; rest: number }
