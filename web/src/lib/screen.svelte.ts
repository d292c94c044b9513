// How much room the playing screen has, and whether a pointer hovers over it.

const DESK = '(min-width: 68rem) and (min-height: 34rem)'
const MOUSE = '(hover: hover)'

export class Screen {
  private readonly desk = matchMedia(DESK)
  private readonly mouse = matchMedia(MOUSE)
  /** Everything has its place beside the board; otherwise one pane is shown at a time. */
  wide = $state(this.desk.matches)
  /** Where a pointer hovers, the odds have a place of their own: nothing may move under it. */
  steady = $state(this.desk.matches || this.mouse.matches)

  /** Follow the window until told to stop. */
  watch(): () => void {
    const changed = (): void => {
      this.wide = this.desk.matches
      this.steady = this.wide || this.mouse.matches
    }
    this.desk.addEventListener('change', changed)
    this.mouse.addEventListener('change', changed)
    return () => {
      this.desk.removeEventListener('change', changed)
      this.mouse.removeEventListener('change', changed)
    }
  }
}
