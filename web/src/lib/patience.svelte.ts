// Whether somebody waits for the server: after a moment the page says so.

/** Milliseconds after which a wait is worth a word. */
const LONG = 400

export class Patience {
  /** Something takes a while. */
  slow = $state(false)

  private readonly waiting = new Map<string | symbol, ReturnType<typeof setTimeout>>()
  private readonly late = new Set<string | symbol>()

  begin(what: string | symbol): void {
    this.waiting.set(what, setTimeout(() => {
      this.late.add(what)
      this.slow = true
    }, LONG))
  }

  end(what: string | symbol): void {
    clearTimeout(this.waiting.get(what))
    this.waiting.delete(what)
    this.late.delete(what)
    this.slow = this.late.size > 0
  }

  async during<T>(work: Promise<T>): Promise<T> {
    const what = Symbol('wait')
    this.begin(what)
    try {
      return await work
    } finally {
      this.end(what)
    }
  }
}
