// The kinds of questions a player may pass for good, as far as this browser has met them.

const KEY = 'fireteam.windows.'

export function windowsSeen(game: string): Record<string, string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY + game) ?? '{}')
    return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {}
  } catch {
    return {}
  }
}

export function noteWindow(game: string, name: string, words: string): void {
  const known = windowsSeen(game)
  if (known[name] !== words) localStorage.setItem(KEY + game, JSON.stringify({ ...known, [name]: words }))
}
