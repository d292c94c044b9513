// The geometry of a board on a screen: shapes, places, neighbours, pan and zoom. Pure functions; lengths as in a scene.

import { moved as shapeMoved, shiftsOf } from './spread'
import type { Area, Board, Form, Option, Part, Piece, Place, Shape } from './types'

export type Spot = [number, number]
export type Box = { x: number; y: number; width: number; height: number }
/** How the board lies in its frame: a point p of the board is drawn at p * scale + (x, y). */
export type View = { x: number; y: number; scale: number }
export type Direction = 'up' | 'down' | 'left' | 'right'

export const WHOLE: View = { x: 0, y: 0, scale: 1 }
export const CLOSEST = 8
export const FARTHEST = 0.6
const MARGIN = 70
const UNIT = 100
/** The room above a level for its name. */
export const NAME = 190

/** What the frame shows when the whole board is in view. */
export function frameOf(board: Board): Box {
  const above = levelsOf(board).length > 0 ? MARGIN + NAME : MARGIN
  return { x: -MARGIN, y: -above, width: board.width + 2 * MARGIN, height: board.height + MARGIN + above }
}

/** The levels that are drawn beside each other; none where the board is one piece. */
export function levelsOf(board: Pick<Board, 'areas'> | undefined): Area[] {
  return Object.values(board?.areas ?? {}).filter((area) => area.kind === 'level')
}

/** Whether cells lie over each other, level by level. */
export function isLevelled(board: Pick<Board, 'grid'> | undefined): boolean {
  return board?.grid?.levels !== undefined
}

/** The view in which a box fills the frame. */
export function zoomedTo(box: Box, frame: Box): View {
  const scale = Math.min(CLOSEST, frame.width / box.width, frame.height / box.height)
  return {
    scale,
    x: frame.x + frame.width / 2 - (box.x + box.width / 2) * scale,
    y: frame.y + frame.height / 2 - (box.y + box.height / 2) * scale,
  }
}

/** What is shown of a level: all of it, with its name above. */
export function levelBox(level: Pick<Area, 'shape'>): Box {
  const { x, y, width, height } = boxOf(level.shape)
  return { x: x - MARGIN, y: y - NAME, width: width + 2 * MARGIN, height: height + NAME + MARGIN }
}

export function transformOf(view: View): string {
  return `translate(${round(view.x)} ${round(view.y)}) scale(${round(view.scale)})`
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** A point of the frame as a point of the board. */
export function onBoard(view: View, [x, y]: Spot): Spot {
  return [(x - view.x) / view.scale, (y - view.y) / view.scale]
}

export function moved(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy }
}

/** Nearer or farther by a factor, with one point of the frame held fast. */
export function zoomed(view: View, factor: number, [x, y]: Spot): View {
  const scale = Math.min(CLOSEST, Math.max(FARTHEST, view.scale * factor))
  const real = scale / view.scale
  return { x: x - (x - view.x) * real, y: y - (y - view.y) * real, scale }
}

/** Two fingers: what lay under each finger stays under it. */
export function pinched(view: View, from: [Spot, Spot], to: [Spot, Spot]): View {
  const before = Math.hypot(from[1][0] - from[0][0], from[1][1] - from[0][1])
  const after = Math.hypot(to[1][0] - to[0][0], to[1][1] - to[0][1])
  const start = middle(from)
  const end = middle(to)
  return moved(zoomed(view, before > 0 ? after / before : 1, start), end[0] - start[0], end[1] - start[1])
}

function middle([a, b]: [Spot, Spot]): Spot {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

/** The board cannot be dragged out of sight: a good part of the frame always shows it. */
export function kept(view: View, frame: Box): View {
  const slackX = Math.max(frame.width * 0.35, frame.width * view.scale - frame.width * 0.65)
  const slackY = Math.max(frame.height * 0.35, frame.height * view.scale - frame.height * 0.65)
  const restX = frame.x - frame.x * view.scale
  const restY = frame.y - frame.y * view.scale
  return {
    scale: view.scale,
    x: within(view.x, restX - slackX, restX + frame.width * 0.35),
    y: within(view.y, restY - slackY, restY + frame.height * 0.35),
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** The view moved just so far that a point of the board lies inside the frame. */
export function showing(view: View, frame: Box, at: Spot): View {
  const x = at[0] * view.scale + view.x
  const y = at[1] * view.scale + view.y
  const edgeX = frame.width * 0.03
  const edgeY = frame.height * 0.03
  return moved(
    view,
    within(x, frame.x + edgeX, frame.x + frame.width - edgeX) - x,
    within(y, frame.y + edgeY, frame.y + frame.height - edgeY) - y,
  )
}

function pairs(flat: number[]): Spot[] {
  const found: Spot[] = []
  for (let i = 0; i + 1 < flat.length; i += 2) found.push([flat[i] ?? 0, flat[i + 1] ?? 0])
  return found
}

/** A shape as the path of an SVG; `grow` makes it larger all round (a line gets that half-width). */
export function pathOf(shape: Shape, grow = 0): string {
  if (shape.rect) {
    const [x = 0, y = 0, width = 0, height = 0] = shape.rect
    return `M${x - grow} ${y - grow}h${width + 2 * grow}v${height + 2 * grow}h${-(width + 2 * grow)}z`
  }
  if (shape.circle) {
    const [x = 0, y = 0, radius = 0] = shape.circle
    const r = radius + grow
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  }
  if (shape.line) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = shape.line
    if (grow === 0) return `M${x1} ${y1}L${x2} ${y2}`
    const length = Math.hypot(x2 - x1, y2 - y1) || 1
    const nx = (-(y2 - y1) / length) * grow
    const ny = ((x2 - x1) / length) * grow
    const points = [x1 + nx, y1 + ny, x2 + nx, y2 + ny, x2 - nx, y2 - ny, x1 - nx, y1 - ny].map(round)
    return `M${pairs(points).map((p) => p.join(' ')).join('L')}z`
  }
  const points = pairs(shape.polygon ?? [])
  return points.length > 0 ? `M${points.map((p) => p.join(' ')).join('L')}z` : ''
}

export function boxOf(shape: Shape): Box {
  if (shape.rect) {
    const [x = 0, y = 0, width = 0, height = 0] = shape.rect
    return { x, y, width, height }
  }
  if (shape.circle) {
    const [x = 0, y = 0, radius = 0] = shape.circle
    return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }
  }
  const points = pairs(shape.line ?? shape.polygon ?? [])
  const xs = points.map((p) => p[0])
  const ys = points.map((p) => p[1])
  if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const x = Math.min(...xs)
  const y = Math.min(...ys)
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

export function centreOf(shape: Shape): Spot {
  const box = boxOf(shape)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** The upper left corner of a shape: the leftmost of its highest points. */
export function cornerOf(shape: Shape): Spot {
  const points = pairs(shape.polygon ?? [])
  const top = Math.min(...points.map((p) => p[1]))
  const left = Math.min(...points.filter((p) => p[1] === top).map((p) => p[0]))
  const box = boxOf(shape)
  return points.length > 0 ? [left, top] : [box.x, box.y]
}

/** The outline of a piece's form about its middle. */
export function formPath(form: Form, [x, y]: Spot, radius: number): string {
  if (form === 'square') return pathOf({ rect: [x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8] })
  if (form === 'diamond') return pathOf({ polygon: [x, y - radius * 1.15, x + radius * 1.15, y, x, y + radius * 1.15, x - radius * 1.15, y] })
  if (form === 'hexagon') {
    const corners = [0, 60, 120, 180, 240, 300].flatMap((degrees) => {
      const angle = (degrees * Math.PI) / 180
      return [round(x + radius * 1.05 * Math.cos(angle)), round(y + radius * 1.05 * Math.sin(angle))]
    })
    return pathOf({ polygon: corners })
  }
  return pathOf({ circle: [x, y, radius] })
}

/** The outline of a piece, `grow` times as large: its form, or as long and wide as it is, turned to where it faces. */
export function outlineOf(piece: Pick<Piece, 'form' | 'at' | 'radius' | 'size' | 'facing'>, grow = 1): string {
  if (!piece.size) return formPath(piece.form, piece.at, piece.radius * grow)
  const [length, width] = piece.size
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].flatMap(([along = 0, aside = 0]) =>
    turned(piece.at, piece.facing ?? 0, (along * length * grow) / 2, (aside * width * grow) / 2),
  )
  return pathOf({ polygon: corners })
}

/** The notch outside the rim of a piece that shows where it faces. */
export function facingPath({ at, radius, facing = 0, size }: Pick<Piece, 'at' | 'radius' | 'facing' | 'size'>): string {
  const rim = size ? size[0] / 2 : radius
  const corners = [[rim * 1.08, -0.22 * radius], [rim + 0.34 * radius, 0], [rim * 1.08, 0.22 * radius]]
  return pathOf({ polygon: corners.flatMap(([ahead = 0, aside = 0]) => turned(at, facing, ahead, aside)) })
}

/** What lies about a point: from there to so far ahead, so many degrees wide. */
export function sectorPath(at: Spot, facing: number, arc: number, far: number): string {
  const [x1, y1] = turned(at, facing + arc / 2, far, 0)
  const [x2, y2] = turned(at, facing - arc / 2, far, 0)
  return `M${at[0]} ${at[1]}L${x1} ${y1}A${far} ${far} 0 ${arc > 180 ? 1 : 0} 1 ${x2} ${y2}z`
}

/** The degrees from one point to another: from the right, against the clock. */
export function bearing([x, y]: Spot, to: Spot): number {
  return ((Math.round((Math.atan2(y - to[1], to[0] - x) * 180) / Math.PI) % 360) + 360) % 360
}

/** A point so far ahead and aside of another, seen in a direction: degrees from the right, against the clock. */
export function turned([x, y]: Spot, degrees: number, ahead: number, aside: number): Spot {
  const angle = (-degrees * Math.PI) / 180
  return [round(x + ahead * Math.cos(angle) - aside * Math.sin(angle)), round(y + ahead * Math.sin(angle) + aside * Math.cos(angle))]
}

/** How thick lines between cells are drawn, for cells of one unit. */
export function grainOf(board: Board | undefined): number {
  return (board?.grid?.size ?? UNIT) / UNIT
}

/** A length in units as people write it: 3 inches are 3″. */
export function lengthOf(board: Pick<Board, 'sign'> | undefined, units: number): string {
  return `${units}${board?.sign ?? ''}`
}

/** A height in hundredths as people write it: 0.5″. */
export function heightOf(board: Pick<Board, 'sign'> | undefined, hundredths: number): string {
  return lengthOf(board, Math.round(hundredths) / 100)
}

/** Whether a point lies inside a shape that has an inside. */
export function contains(shape: Shape, [x, y]: Spot): boolean {
  if (shape.circle) {
    const [cx = 0, cy = 0, radius = 0] = shape.circle
    return Math.hypot(x - cx, y - cy) <= radius
  }
  if (shape.rect) {
    const box = boxOf(shape)
    return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height
  }
  const points = pairs(shape.polygon ?? [])
  let inside = false
  for (let i = 0, j = points.length - 1; i < points.length; j = i, i += 1) {
    const [ax, ay] = points[i] ?? [0, 0]
    const [bx, by] = points[j] ?? [0, 0]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/** The heights on which something may stand at a point: the ground, and every floor there. */
export function levelsAt(parts: Part[], at: Spot): number[] {
  const floors = parts.filter((part) => part.kind === 'floor' && part.level !== undefined && contains(part.shape, at))
  return [...new Set([0, ...floors.map((part) => part.level ?? 0)])].sort((a, b) => a - b)
}

/** Closed lines as one path, whose holes stay open if it is filled by the even-odd rule. */
export function loopsPath(loops: number[][]): string {
  return loops.map((loop) => pathOf({ polygon: loop })).join('')
}

/** The name of a place as the server is asked by it: "piece ID", "part ID" or "spot NAME". */
export function placeKey(place: Place): string | undefined {
  if (place.piece !== undefined) return `piece ${place.piece}`
  if (place.part !== undefined) return `part ${place.part}`
  if (place.spot !== undefined) return `spot ${place.spot}`
  return undefined
}

/** The options of each place, in their order. */
export function byPlace(options: Option[]): Map<string, Option[]> {
  const found = new Map<string, Option[]>()
  for (const option of options) {
    const key = option.place && placeKey(option.place)
    if (key === undefined) continue
    const there = found.get(key)
    if (there) there.push(option)
    else found.set(key, [option])
  }
  return found
}

export type Cell = { column: number; row: number; level?: number }

/** The cell of a spot's name: "column,row", or "column,row,level" where the board has several levels. */
export function cellOf(board: Board | undefined, spot: string): Cell | undefined {
  const found = /^(\d+),(\d+)(?:,(\d+))?$/.exec(spot)
  if (!board?.grid || !found) return undefined
  const { columns, rows, levels, names } = board.grid
  const [column, row] = [Number(found[1]), Number(found[2])]
  if (names && names[spot] === undefined) return undefined
  if (column >= columns || row >= rows || (found[3] !== undefined) !== (levels !== undefined)) return undefined
  if (levels === undefined) return { column, row }
  const level = Number(found[3])
  return level < levels ? { column, row, level } : undefined
}

export function spotShape(board: Board | undefined, spot: string): Shape | undefined {
  const cell = cellOf(board, spot)
  const size = board?.grid?.size ?? 0
  return cell && shapeMoved({ rect: [cell.column * size, cell.row * size, size, size] }, shiftsOf(board)?.[cell.level ?? 0] ?? [0, 0])
}

/** The names of all cells over each other at a point of the board, the lowest first; of levels beside each other the one that lies there. */
export function spotsAt(board: Board | undefined, [x, y]: Spot): string[] {
  if (!board?.grid) return []
  const { size, columns, rows, levels, names } = board.grid
  const shifts = shiftsOf(board) ?? []
  const found = Array.from({ length: levels ?? 1 }, (_, level) => {
    const [dx, dy] = shifts[level] ?? [0, 0]
    const [column, row] = [Math.floor((x - dx) / size), Math.floor((y - dy) / size)]
    if (column < 0 || row < 0 || column >= columns || row >= rows) return ''
    return levels === undefined ? `${column},${row}` : `${column},${row},${level}`
  })
  return found.filter((name) => name && (names === undefined || names[name] !== undefined))
}

/** The name of the cell at a point of the board and at a height in hundredths. */
export function spotAt(board: Board | undefined, at: Spot, height = 0): string | undefined {
  const names = spotsAt(board, at)
  return names[Math.min(names.length - 1, Math.max(0, Math.floor(height / (board?.grid?.size ?? 1))))]
}

/** The lines of a grid as one path. */
export function gridPath(board: Board): string {
  if (!board.grid) return ''
  const { size, columns, rows, names } = board.grid
  let path = ''
  for (const spot of Object.keys(names ?? {})) path += pathOf(spotShape(board, spot) ?? {})
  if (names) return path
  for (let column = 1; column < columns; column += 1) path += `M${column * size} 0v${rows * size}`
  for (let row = 1; row < rows; row += 1) path += `M0 ${row * size}h${columns * size}`
  return path
}

export type Target = { key: string; at: Spot }

/** The nearest target in a direction: straight ahead counts for more than sideways; of two at one place, the later. */
export function neighbour<T extends Target>(targets: T[], from: T, direction: Direction): T | undefined {
  let best: T | undefined
  let least = Infinity
  for (const target of targets) {
    if (target.key === from.key) continue
    const dx = target.at[0] - from.at[0]
    const dy = target.at[1] - from.at[1]
    const ahead = direction === 'left' ? -dx : direction === 'right' ? dx : direction === 'up' ? -dy : dy
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx)
    if (ahead <= 0 || aside > ahead * 2) continue
    const cost = ahead + aside * 2
    if (cost <= least) {
      least = cost
      best = target
    }
  }
  return best
}
