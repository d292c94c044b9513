// What stands on a board, from the ground up: floors by their height, the shadows that fall on each, and the solids that stand there.

import { grainOf, type Spot } from './board'
import { areaOf, boundsOf, faces, inside, isConvex, LIGHT, middleOf, outline, ring, seeded, shifted, smooth, sweep } from './relief'
import type { Board, Part, PartKind, Piece } from './types'

/** How much of its own side a solid shows, for each unit of height. */
const SIDE = 0.085
const GROUND = 0
/** What is no higher than this is a step, and no floor of its own. */
const STEP = 40
const WALL = 150
const LEAF = 120
/** Floors from this height on can be looked under. */
export const STOREY = 100

const SOLID: readonly PartKind[] = ['wall', 'solid', 'low', 'step', 'bare']
/** What lies flat, or lets the light through. */
const FLAT: readonly PartKind[] = ['ramp', 'rubble', 'wire', 'ladder', 'opening', 'exit', 'dark', 'console', 'floor']
/** What lies under everything else that stands there, and what covers it. */
const UNDER: readonly PartKind[] = ['exit', 'rubble']
const OVER: readonly PartKind[] = ['dark']

export type Look = 'wall' | 'strong' | 'light'
/** Solids of one height and look, drawn together: their sides, tops, lit edges, and what is on the tops. */
export type Block = {
  look: Look
  tint: number
  side: string
  top: string
  lit: string
  stitched: boolean
  studs: string
  panels: string
  cracks: string
  crowns: string
}
export type Thing = { id: string; part: Part }
/** One height: the floors there, those that are cut away, the shadows on them, and what stands there. */
export type Stage = {
  level: number
  tint: string
  side: string
  top: string
  lit: string
  dark: string
  /** What is cut away, and the line round it. */
  cut: string
  cutEdge: string
  shadow: string
  under: Thing[]
  blocks: Block[]
  things: Thing[]
}

/** How thick a line is drawn, for what stands between cells. */
export function thickness(board: Board | undefined, part: Pick<Part, 'strong'>): number {
  return 7 * Math.sqrt(grainOf(board)) * (part.strong ? 1.7 : 1)
}

/** The upper edge of a part; what has no height of its own is as high as such things are. */
export function topOf(part: Part): number {
  if (part.level !== undefined) return part.level
  if (part.kind === 'wall') return WALL
  return part.kind === 'door' && part.state !== 'open' ? LEAF : GROUND
}

export function isSolid(part: Part): boolean {
  return SOLID.includes(part.kind)
}

/** The token of a floor's colour by its height. */
export function floorTint(level: number): string {
  return level <= 0 ? '--floor' : level <= 60 ? '--height-half' : level <= 200 ? '--height-1' : level <= 420 ? '--height-3' : '--height-6'
}

/** The shade of a solid by its height, from 1 to 4. */
export function wallTint(height: number): number {
  return height <= 60 ? 1 : height <= 160 ? 2 : height <= 290 ? 3 : 4
}

function lookOf(part: Part): Look {
  return part.strong ? 'strong' : part.kind === 'low' || part.kind === 'step' || part.kind === 'bare' ? 'light' : 'wall'
}

type Body = { part: Part; points: Spot[] }

/** Solids of one height and look. */
export function blockOf(bodies: Body[], height: number, light: Spot = LIGHT): Block {
  const look = bodies[0] ? lookOf(bodies[0].part) : 'wall'
  const slant = Math.max(25, ((SIDE * height) / 0.4) * Math.min(1, height / WALL) * (look === 'light' ? 0.7 : 1))
  const found: Block = { look, tint: look === 'strong' ? 4 : wallTint(height), side: '', top: '', lit: '', stitched: look === 'light' && height > 20, studs: '', panels: '', cracks: '', crowns: '' }
  for (const body of bodies) {
    const { part, points } = body
    const others = bodies.filter((other) => other !== body)
    found.side += sweep(points, light[0] * slant, light[1] * slant)
    found.top += ring(points)
    found.lit += faces(points, light, (at) => others.some((other) => inside(other.points, at))).lit
    if (look === 'strong' && part.shape.line) found.studs += ring([[part.shape.line[0] ?? 0, part.shape.line[1] ?? 0], [part.shape.line[2] ?? 0, part.shape.line[3] ?? 0]], false)
    if (part.kind === 'solid') ornament(found, points)
  }
  return found
}

// A mound has facets, a large chest a sunken lid.
function ornament(block: Block, points: Spot[]): void {
  const { x, y, width, height } = boundsOf(points)
  if (points.length > 4 && isConvex(points)) {
    const [mx, my] = [x + width / 2 - 12, y + height / 2 - 14]
    const crown = points.map<Spot>((point) => [mx + (point[0] - mx) * 0.3, my + (point[1] - my) * 0.3])
    points.forEach((point, i) => (block.cracks += ring([point, crown[i] ?? point], false)))
    block.crowns += ring(crown)
  } else if (Math.min(width, height) >= 180 && Math.abs(areaOf(points)) > width * height * 0.95) {
    const inset = 26
    block.panels += ring([[x + inset, y + inset], [x + width - inset, y + inset], [x + width - inset, y + height - inset], [x + inset, y + height - inset]])
    block.cracks += ring([[x + inset, y + inset], [x + width - inset, y + height - inset]], false) + ring([[x + width - inset, y + inset], [x + inset, y + height - inset]], false)
  }
}

type Placed = { id: string; part: Part; points: Spot[]; stage: number; slab: string | undefined }

/** Where on each other things stand; nothing of it changes while only pieces move. */
export class Landscape {
  private readonly slabs: Placed[] = []
  private readonly placed: Placed[] = []
  readonly levels: number[]

  constructor(
    parts: Record<string, Part>,
    board: Board | undefined,
    private readonly light: Spot = LIGHT,
  ) {
    const all = Object.entries(parts).map(([id, part]) => ({ id, part, points: outline(part.shape, thickness(board, part)) }))
    for (const one of all) {
      if (one.part.kind === 'floor' && topOf(one.part) > GROUND) this.slabs.push({ ...one, stage: topOf(one.part), slab: one.id })
    }
    this.levels = [...new Set([GROUND, ...this.slabs.map((slab) => slab.stage)])].sort((a, b) => a - b)
    for (const one of all) if (one.part.kind !== 'floor') this.placed.push({ ...one, ...this.standsOn(one.part, one.points) })
  }

  // On the highest floor below its foot; what only touches one, as walls between cells do, on the highest that there is.
  private standsOn(part: Part, points: Spot[]): { stage: number; slab: string | undefined } {
    const foot = part.foot ?? GROUND
    if (foot <= STEP) return { stage: GROUND, slab: undefined }
    const at = middleOf(points)
    let best: Placed | undefined
    for (const slab of this.slabs) {
      if (slab.stage <= foot + 25 && slab.stage > (best?.stage ?? 0) && inside(slab.points, at)) best = slab
    }
    if (best) return { stage: best.stage, slab: best.id }
    return { stage: Math.max(...this.levels.filter((level) => level <= foot + 25)), slab: undefined }
  }

  /** The floors that somebody stands below, or something lies. */
  over(pieces: Pick<Piece, 'at' | 'level'>[]): string[] {
    return this.slabs.filter((slab) => pieces.some((piece) => (piece.level ?? 0) < slab.stage - STEP && inside(slab.points, piece.at))).map((slab) => slab.id)
  }

  /** The heights that can be looked at one by one: the ground, and every storey. */
  get storeys(): number[] {
    return this.levels.filter((level) => level === GROUND || level >= STOREY)
  }

  /** The height of the highest floor at a point that nobody has cut away. */
  surface(at: Spot, cut: Set<string>): number {
    return Math.max(GROUND, ...this.slabs.filter((slab) => !cut.has(slab.id) && inside(slab.points, at)).map((slab) => slab.stage))
  }

  /** The floors that can be seen, without those that are cut away: what covers a point above a height. */
  covers(at: Spot, level: number, cut: Set<string>): boolean {
    return this.slabs.some((slab) => slab.stage > level && !cut.has(slab.id) && inside(slab.points, at))
  }

  /** The board from the ground up; `cut`: floors that are cut away, `most`: how high anything is shown. */
  stages(cut: Set<string>, most = Infinity): Stage[] {
    return this.levels.map((level) => this.stage(level, cut, most))
  }

  private stage(level: number, cut: Set<string>, most: number): Stage {
    const gone = (one: Placed): boolean => one.stage > most || (one.slab !== undefined && cut.has(one.slab))
    const slabs = level > GROUND ? this.slabs.filter((slab) => slab.stage === level) : []
    const here = this.placed.filter((one) => one.stage === level)
    const shown = here.filter((one) => !gone(one))
    return {
      level,
      tint: floorTint(level),
      ...this.floors(slabs.filter((slab) => !gone(slab)), level),
      ...this.gaps(slabs.filter(gone)),
      shadow: level > most ? '' : this.shadows(level, gone),
      under: shown.filter((one) => UNDER.includes(one.part.kind)),
      blocks: this.blocks(shown.filter((one) => isSolid(one.part)), level),
      things: shown.filter((one) => !isSolid(one.part) && !UNDER.includes(one.part.kind)).sort((a, b) => Number(OVER.includes(a.part.kind)) - Number(OVER.includes(b.part.kind))),
    }
  }

  private floors(slabs: Placed[], level: number): Pick<Stage, 'side' | 'top' | 'lit' | 'dark'> {
    const found = { side: '', top: '', lit: '', dark: '' }
    for (const slab of slabs) {
      const foot = slab.part.foot ?? GROUND
      const thick = Math.max(40, Math.min(130, level - foot < 60 ? 55 : level * 0.35)) * 0.36
      found.side += sweep(slab.points, this.light[0] * thick, this.light[1] * thick)
      found.top += ring(slab.points)
      const edges = faces(slab.points, this.light, (at) => slabs.some((other) => other !== slab && inside(other.points, at)))
      found.lit += edges.lit
      found.dark += edges.dark
    }
    return found
  }

  private gaps(slabs: Placed[]): Pick<Stage, 'cut' | 'cutEdge'> {
    const edges = slabs.map((slab) => faces(slab.points, this.light, (at) => slabs.some((other) => other !== slab && inside(other.points, at))))
    return { cut: slabs.map((slab) => ring(slab.points)).join(''), cutEdge: edges.map(({ lit, dark }) => lit + dark).join('') }
  }

  // All that is higher than a height throws its shadow there: one path for all, which is no darker where two meet.
  private shadows(level: number, gone: (one: Placed) => boolean): string {
    let path = ''
    const cast = (points: Spot[], height: number): void => void (path += sweep(points, this.light[0] * height, this.light[1] * height))
    for (const one of this.placed) {
      const height = topOf(one.part) - level
      const foot = one.part.foot ?? GROUND
      if (height < 12 || one.stage < level || (foot > level + 60 && one.stage !== level) || gone(one)) continue
      if (!FLAT.includes(one.part.kind) && one.part.state !== 'open') cast(one.points, height)
    }
    for (const slab of this.slabs) {
      const height = slab.stage - level
      if (height <= 20 || gone(slab)) continue
      const free = Math.max(0, (slab.part.foot ?? GROUND) - level) * 0.35
      cast(shifted(slab.points, this.light[0] * free, this.light[1] * free), height - free)
    }
    return path
  }

  private blocks(solids: Placed[], level: number): Block[] {
    const sorted = new Map<string, { height: number; bodies: Placed[] }>()
    for (const one of solids) {
      const foot = one.part.foot ?? GROUND
      if (foot > level + 90) continue
      const height = Math.max(12, Math.round(topOf(one.part) - level))
      const key = `${lookOf(one.part)} ${height}`
      const same = sorted.get(key)
      if (same) same.bodies.push(one)
      else sorted.set(key, { height, bodies: [one] })
    }
    return [...sorted.values()].sort((a, b) => a.height - b.height).map(({ height, bodies }) => blockOf(bodies, height, this.light))
  }
}

export type Wear = { cracks: string; grime: string; rivets: string }

/** What years of use did to the floor of a board: always the same on the same board. */
export function wearOf(board: Pick<Board, 'name' | 'width' | 'height' | 'grid'>): Wear {
  const { width, height } = board
  const next = seeded(board.name.length * 7919 + width)
  const found: Wear = { cracks: '', grime: '', rivets: '' }
  const count = Math.min(40, Math.round((width * height) / 260_000))
  for (let i = 0; i < count; i += 1) {
    let at: Spot = [next() * width, next() * height]
    const points = [at]
    let angle = next() * 2 * Math.PI
    for (let leg = 0; leg < 3 + next() * 3; leg += 1) {
      angle += (next() - 0.5) * 1.3
      at = [at[0] + Math.cos(angle) * (20 + next() * 44), at[1] + Math.sin(angle) * (20 + next() * 44)]
      points.push(at)
    }
    found.cracks += ring(points, false)
  }
  for (let i = 0; i < count * 0.7; i += 1) {
    const [x, y, size] = [next() * width, next() * height, 24 + next() * 80]
    const points = Array.from({ length: 9 }, (_, corner): Spot => {
      const far = size * (0.55 + next() * 0.6)
      return [x + Math.cos(corner * 0.698) * far * 1.3, y + Math.sin(corner * 0.698) * far]
    })
    found.grime += ring(smooth(points, 1))
  }
  const slab = slabSize(board)
  if (slab < 200) return found
  for (let x = slab; x < width; x += slab) {
    for (let y = slab; y < height; y += slab) {
      for (const [dx, dy] of [[-16, -16], [8, -16], [-16, 8], [8, 8]] as const) found.rivets += `M${x + dx} ${y + dy}h9v9h-9z`
    }
  }
  return found
}

/** How large the slabs of the floor are: a cell, or three units. */
export function slabSize(board: Pick<Board, 'grid'>): number {
  return board.grid?.size ?? 300
}

/** Marks round a board by which its units can be counted: every one, and those that are longer. */
export function rulerOf(board: Pick<Board, 'width' | 'height' | 'grid'>): { small: string; large: string } {
  const { width, height, grid } = board
  const step = grid?.size ?? 100
  const found = { small: '', large: '' }
  const long = (index: number): boolean => grid !== undefined || index % 6 === 0
  for (let i = 0; i * step <= width; i += 1) {
    const far = long(i) ? 34 : 24
    found[long(i) ? 'large' : 'small'] += `M${i * step} ${-far}V-12M${i * step} ${height + 12}V${height + far}`
  }
  for (let i = 0; i * step <= height; i += 1) {
    const far = long(i) ? 34 : 24
    found[long(i) ? 'large' : 'small'] += `M${-far} ${i * step}H-12M${width + 12} ${i * step}H${width + far}`
  }
  return found
}

/** The stones of what is broken, strewn over an outline: themselves, their lit edges and their shadows. */
export function rubbleOf(points: Spot[], light: Spot = LIGHT): { stones: string; lit: string; shadow: string } {
  const { x, y, width, height } = boundsOf(points)
  const next = seeded(x * 31 + y * 17 + 7919)
  const found = { stones: '', lit: '', shadow: '' }
  const count = Math.max(5, Math.min(60, Math.round((width * height) / 15_000)))
  for (let i = 0; i < count; i += 1) {
    const at: Spot = [x + width * (0.08 + next() * 0.84), y + height * (0.08 + next() * 0.84)]
    const size = Math.min(13 + next() * next() * 46, Math.max(10, Math.min(width, height)))
    const turn = next() * 6
    const stone = Array.from({ length: 5 }, (_, corner): Spot => [
      at[0] + Math.cos(turn + corner * 1.257) * size * (0.7 + next() * 0.5),
      at[1] + Math.sin(turn + corner * 1.257) * size * (0.7 + next() * 0.5),
    ])
    found.stones += ring(stone)
    found.lit += faces(stone, light).lit
    found.shadow += ring(shifted(stone, light[0] * 24, light[1] * 24))
  }
  return found
}
