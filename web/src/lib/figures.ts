// Numbers as people read them.

/** A share as a percentage: whole, or with one decimal where a whole number would say never or always. */
export function percent(share: number): string {
  const value = share * 100
  const whole = Math.round(value)
  if ((whole === 0 && share > 0) || (whole === 100 && share < 1)) {
    return value < 0.1 ? '< 0.1 %' : value > 99.9 ? '> 99.9 %' : `${value.toFixed(1)} %`
  }
  return `${whole} %`
}

/** An amount with its sign: +2, −1, 0. */
export function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '0'
}

/** A share as a percentage in as few signs as say no wrong thing, without the sign itself: 0, <1, 81, >99, 100. */
export function shortPercent(share: number): string {
  const whole = Math.round(share * 100)
  if (whole === 0 && share > 0) return '<1'
  if (whole === 100 && share < 1) return '>99'
  return String(whole)
}
