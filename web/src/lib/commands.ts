// The command list: everything that can be done now, found by its words.

export type Entry = { id: string; text: string; hint?: string; kind: 'option' | 'command'; run: () => void }

function plain(words: string): string {
  return words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The entries that hold every word that was typed, each at the start of one of theirs first. */
export function matching<T extends { text: string }>(entries: T[], typed: string): T[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return entries
  const found: { entry: T; score: number; order: number }[] = []
  entries.forEach((entry, order) => {
    const text = plain(entry.text)
    const words = text.split(/[^\p{L}\p{N},]+/u)
    if (!wanted.every((one) => text.includes(one))) return
    const score = wanted.filter((one) => words.some((word) => word.startsWith(one))).length
    found.push({ entry, score, order })
  })
  return found.sort((a, b) => b.score - a.score || a.order - b.order).map((one) => one.entry)
}
