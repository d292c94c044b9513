/** Faces in the order in which they are typed, dealt to pools whose best face brings one more die; and the dice still to come. */
export function dealt(faces: number[], pools: number[], sides: number): { pools: number[][]; left: number[] } {
  let next = 0
  const found: number[][] = []
  const left: number[] = []
  for (const count of pools) {
    const pool: number[] = []
    let owed = count
    while (owed > 0) {
      const face = faces[next]
      if (face === undefined) break
      next += 1
      pool.push(face)
      owed += face === sides ? 0 : -1
    }
    found.push(pool)
    left.push(owed)
  }
  return { pools: found, left }
}

/** Whose die the face at a place of a line is: the first pool with dice is that of who rolled, the next that of the other. */
export function owner(place: number, pools: number[] | undefined, seat: number | undefined, seats: number): number | undefined {
  if (seat === undefined || pools === undefined) return seat
  const first = pools.findIndex((count) => count > 0)
  let end = 0
  const number = pools.findIndex((count) => (end += count) > place)
  return number < 0 ? seat : (seat + number - first) % seats
}

/** Whether the face at a place of a line is the first of another pool. */
export function opens(place: number, pools: number[] | undefined): boolean {
  let start = 0
  return (pools ?? []).some((count, number) => {
    const opening = number > 0 && count > 0 && place === start && place > 0
    start += count
    return opening
  })
}
