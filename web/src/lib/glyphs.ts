// The figures on tokens: one silhouette for each role in a box of 48, drawn for this project. One attribute breaks every outline, and what lies
// in front keeps a gap in the colour of the body, so that it reads at 18 pixels.

import type { Role } from './types'

/** A layer of a figure: filled; filled with a gap round it; cut out of what lies below; or a thick line. */
export type Layer = { kind: 'fill' | 'front' | 'cut' | 'line'; d: string }

export const BOX = 48

function disc(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`
}

function oval(x: number, y: number, wide: number, high: number): string {
  return `M${x - wide} ${y}a${wide} ${high} 0 1 0 ${2 * wide} 0a${wide} ${high} 0 1 0 ${-2 * wide} 0z`
}

/** Head and shoulders, so far to each side of a middle. */
function bust(x: number, wide: number): string {
  return `${disc(x, 12, 6.8)}M${x - wide} 45c0-15 4.5-23.5 ${wide}-23.5s${wide} 8.5 ${wide} 23.5z`
}

/** A star of so many points about a middle. */
export function star(x: number, y: number, points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * points }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2
    const far = index % 2 === 0 ? outer : inner
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`
  })
  return `M${corners.join('L')}z`
}

const fill = (d: string): Layer => ({ kind: 'fill', d })
const front = (d: string): Layer => ({ kind: 'front', d })
const cut = (d: string): Layer => ({ kind: 'cut', d })
const line = (d: string): Layer => ({ kind: 'line', d })

export const GLYPHS: Record<Role, Layer[]> = {
  rifleman: [
    fill('M15 13.5a9 9 0 0 1 18 0l2 2.5H13zM18 16.5h12a6 6 0 0 1-12 0zM9 45c0-15 5-22 15-22s15 7 15 22z'),
    front('M3.5 39 33 15.700l-1.6-2 5.2-4.1 5 6.3-5.2 4.1-1.5-1.9-8 6.3 2.700 3.700-3.4 2.6-2.8-3.6L6.700 44z'),
  ],
  heavy: [
    fill(`${disc(19, 10, 6.3)}M2 45c0-17 5-26.5 17-26.5S36 28 36 45z`),
    front('M8 24.5h24V20h7v4.5h9v4.700h-9v3.3h9v4.700h-9V42h-7v-4.5H8z'),
  ],
  leader: [
    fill('M14 12 11.5 1l6.700 4.5L24 0l5.8 5.5L36.5 1 34 12zM15.5 14h17v2a8.5 8.5 0 0 1-17 0zM24 22.5 46 46H2z'),
    cut(star(24, 36.5, 5, 7.6, 3.4)),
  ],
  medic: [
    fill(`${disc(24, 10.5, 7.5)}M5 45c0-16 6-25 19-25s19 9 19 25z`),
    cut('M20.5 24.5h7v6h6v7h-6v6h-7v-6h-6v-7h6z'),
  ],
  scout: [
    fill('M22 1.5c9.5 3.5 12 10.5 12 18H11.5C11.5 12 14.5 5 22 1.5zM11.5 21.5h22.5l3 12-4 12h-7.5L23 36l-3 9.5h-8L8 33.5z'),
    cut('M16.5 14h12.5v3a6.2 6.2 0 0 1-12.5 0z'),
    front('M30 21.5 48 14l-5.5 8.5L48 28l-17.5.5z'),
  ],
  brute: [
    fill('M1 27c0-9.5 9-13.5 23-13.5S47 17.5 47 27l1 14.5-8.5 2L36 31v15H12V31L8.5 43.5l-8.5-2z'),
    front(disc(24, 11, 6)),
    cut('M16.5 25.5h15v3h-15zM18.5 31.5h11v3h-11z'),
  ],
  drone: [
    line('M15 18 9 11M33 18l6-7M15 31l-6 6M33 31l6 6'),
    fill(`${oval(9, 9.5, 9, 4.4)}${oval(39, 9.5, 9, 4.4)}${oval(9, 39, 9, 4.4)}${oval(39, 39, 9, 4.4)}M16.5 13.5h15l6.5 11-6.5 11h-15l-6.5-11z`),
    cut(disc(24, 24.5, 5.6)),
    fill(disc(25.5, 23, 2.1)),
  ],
  psyker: [
    line('M24 8V2M13 11.5 9.5 6.5M35 11.5l3.5-5M8 20.5l-5.5-2M40 20.5l5.5-2'),
    fill(`${disc(24, 19.5, 7.6)}M24 24.5c6 0 10 4 12.5 9.5L42 46H6l5.5-12c2.5-5.5 6.5-9.5 12.5-9.5z`),
    cut('M24 31c5 0 8 4.5 8 4.5S29 40 24 40s-8-4.5-8-4.5S19 31 24 31z'),
    fill(disc(24, 35.5, 2.4)),
  ],
  sniper: [
    fill(`${disc(14.5, 13, 6.700)}M1 45c0-14 3-23 13.5-23 6.5 0 10.5 4 13.5 10.5L25 45z`),
    front('m4 28 25.5-7.9-.9-2.9 6.6-2 .9 2.8L48 14.5l1.3 4.3L37.2 22.6l3.6 12.2-3.4 1-3.700-12.1L13.5 29.8 7.5 35.5zM16.5 15.700l12.700-3.9 1.5 4.8-12.700 3.9z'),
  ],
  engineer: [
    fill('M9 13a9 9 0 0 1 18 0l2.3 2.5H6.700zM12 16.5h12a6 6 0 0 1-12 0zM3 45c0-15 4.5-21.5 15-21.5S33 30 33 45z'),
    front('M31.2 18.9l5.3 2.8-10.3 19.4a3 3 0 0 1-5.3-2.8zM29.8 10.700a9.2 9.2 0 0 1 8.700-4.700l-3.9 7.3 6.2 3.3 3.9-7.3a9.2 9.2 0 1 1-14.9 1.4z'),
  ],
  beast: [
    fill('M0 18c2.5 3 5 2.5 8 1 4.5-2.3 11.5-2 17.5-1 2-6 5.5-9.5 10-10.5l1.700-6.5 4.3 6.6 6.5 6.4c.7 4.5-2.8 6.5-8 6.5-.5 4.5-2 7.5-4 9.700L37.5 45h-6l-3-12c-3.5.8-7.5.8-11-.2L14.5 45h-6l-.8-15C5 28 1.5 24.5 0 18z'),
    cut('m37 12 5 1-3.6 2.700z'),
  ],
  blade: [
    fill(bust(16.5, 14.5)),
    front('m37.5 0 4.2 5.5V27h-8.4V5.5zM28.5 27.5h18v4.700h-18zM35 32h5v10h-5z'),
  ],
  flamer: [
    fill(bust(13.5, 12.5)),
    front('M35 0c1 9.5 13 13.5 13 28a14 15.5 0 0 1-28 1c0-6.5 4.2-10.5 5.700-16.5 3 2.5 4.700 5.5 5 8.5C33.5 16 36 8.5 35 0z'),
    cut('M34.5 23c1.3 4.5 5.3 6 5.3 11.3a5.8 6.5 0 0 1-11.6 0c0-3.700 3.700-5.3 6.3-11.3z'),
  ],
  grenadier: [
    fill(bust(15.5, 13.5)),
    front(`${disc(34, 31, 12)}M29.5 14h9v7h-9z`),
    line('M35.5 13c0-5 2.5-6.5 6-6.5'),
    fill(star(43, 6, 4, 6, 2)),
    cut(disc(30, 27.5, 3)),
  ],
  standard: [
    fill(bust(15.5, 13.5)),
    front('M29.5 1h4.5v45h-4.5zM34 2.5h15l-5 7.5 5 7.5H34z'),
  ],
  bike: [
    line('M10 34 20 22.5h13L38 34M30 16.5h8'),
    fill(`${disc(23.5, 8.5, 6)}M16 27c0-8 3.5-12 9.5-12l8 5.5-2.3 3.5-6.2-2-2 7.5z${disc(10, 35, 9)}${disc(38, 35, 9)}`),
    cut(`${disc(10, 35, 4.2)}${disc(38, 35, 4.2)}`),
  ],
  vehicle: [
    fill('M1 34V21l12-2 6-9.5h17L47 21v13z'),
    cut('m18.5 19 4.2-6.2h10.5l6.3 6.2z'),
    front(`${disc(12.5, 35, 7)}${disc(36, 35, 7)}`),
    cut(`${disc(12.5, 35, 2.700)}${disc(36, 35, 2.700)}`),
  ],
}
