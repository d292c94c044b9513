// A wish that is carried from one screen to the next: "import this save, and I want to play on".

let wanted = ''

export function askToPlayOn(token: string): void {
  wanted = token
}

/** Whether that was asked for this link; it is asked once. */
export function takePlayOn(token: string): boolean {
  const asked = wanted === token
  if (asked) wanted = ''
  return asked
}
