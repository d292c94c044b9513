// Taking back what is still under way: the wish waits until the server has spoken, and is not lost if somebody else was quicker.

export class TakingBack {
  private wanted = false
  private sent: string | undefined

  constructor(private readonly send: () => string) {}

  /** Take back now, or as soon as what is on its way has arrived. */
  want(busy: boolean): void {
    if (busy) this.wanted = true
    else this.sent = this.send()
  }

  /** The server has spoken about a message: with the code of what went wrong, if something did. */
  heard(re: string | undefined, code: string | undefined, busy: boolean): void {
    const own = re !== undefined && re === this.sent
    if (own) this.sent = undefined
    if (code === 'stale' && own) this.wanted = true
    else if (code !== undefined) this.wanted = false
    if (busy || !this.wanted) return
    this.wanted = false
    this.sent = this.send()
  }
}
