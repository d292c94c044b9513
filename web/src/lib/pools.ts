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

/** Whether the face at a place of a line is the first of another pool. */
export function opens(place: number, pools: number[] | undefined): boolean {
  let start = 0
  return (pools ?? []).some((count, number) => {
    const opening = number > 0 && count > 0 && place === start && place > 0
    start += count
    return opening
  })
}
