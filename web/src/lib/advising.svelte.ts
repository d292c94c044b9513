// Advice: a bot answers in one's place, as a suggestion or for the whole set-up.

import type { TableState } from './table.svelte'

const KEY = 'fireteam.setup'

function kept(): boolean {
  return localStorage.getItem(KEY) === 'own'
}

export class Advising {
  /** A bot is asked now. */
  running = $state(false)
  /** The bot answers until the game is set up. */
  settingUp = $state(false)

  /** Whoever sits here has said once that they set up their own games. */
  private declined = $state(kept())

  constructor(private readonly table: TableState) {}

  /** Whether to offer the whole set-up before anything else: until somebody has said no. */
  get offering(): boolean {
    return this.possible && this.table.question?.setup === true && !this.settingUp && !this.declined
  }

  /** They place everything themselves, now and in the next games. */
  decline(): void {
    this.declined = true
    localStorage.setItem(KEY, 'own')
  }

  get possible(): boolean {
    return this.table.mine && this.table.question?.kind === 'choose'
  }

  /** Ask what a bot would answer. */
  async ask(then: (key: string) => void | Promise<void>): Promise<void> {
    if (this.running || !this.possible || this.table.sending) return
    this.running = true
    try {
      await then((await this.table.advice()).key)
    } catch {
      this.settingUp = false // the position changed, or no bot is free: whoever asked goes on by hand
    } finally {
      this.running = false
    }
  }

  /** While the set-up is left to the bot: the next answer of it, if it is time for one. */
  goOn(): boolean {
    if (!this.settingUp) return false
    if (this.table.question !== undefined && !this.table.question.setup) this.settingUp = false
    return this.settingUp && this.possible && !this.table.sending && !this.running
  }
}
