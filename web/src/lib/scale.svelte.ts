// How large the board is drawn: hundredths of it in a CSS pixel, and whether it is turned. What keeps its size on the screen asks here.

export class Scale {
  /** Hundredths of the board in one CSS pixel. */
  inv = $state(1)
  /** Degrees by which the board is turned on the screen. */
  turn = $state(0)

  private frame = 0

  /** Follow a group of the drawing; what it returns stops that. */
  watch(group: SVGGElement): () => void {
    const later = (): void => {
      if (this.frame === 0) this.frame = requestAnimationFrame(() => this.measure(group))
    }
    const sizes = new ResizeObserver(later)
    const moves = new MutationObserver(later)
    const svg = group.ownerSVGElement
    if (svg) {
      sizes.observe(svg)
      moves.observe(svg, { attributes: true, attributeFilter: ['viewBox', 'style'] })
    }
    for (let one: Element | null = group; one !== null && one !== svg; one = one.parentElement) {
      moves.observe(one, { attributes: true, attributeFilter: ['transform', 'style'] })
    }
    this.measure(group)
    return () => {
      cancelAnimationFrame(this.frame)
      this.frame = 0
      sizes.disconnect()
      moves.disconnect()
    }
  }

  private measure(group: SVGGElement): void {
    this.frame = 0
    const matrix = group.getScreenCTM()
    const size = matrix ? Math.hypot(matrix.a, matrix.b) : 0
    if (!matrix || size === 0) return
    this.inv = 1 / size
    this.turn = Math.round((Math.atan2(matrix.b, matrix.a) * 180) / Math.PI)
  }
}
