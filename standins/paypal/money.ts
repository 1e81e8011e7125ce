export type Money = { currency_code: 'GBP'; value: string }

export function moneyOf(pence: number): Money {
  const sign = pence < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(pence) / 100)
  const rest = String(Math.abs(pence) % 100).padStart(2, '0')
  return { currency_code: 'GBP', value: `${sign}${whole}.${rest}` }
}

export function penceOf(value: string): number {
  return Number(value.replace('.', ''))
}

/** PayPal's fee in pence: 2.9% rounded half up, plus 30p. */
export function feeOf(pence: number): number {
  return Math.floor((pence * 29 + 500) / 1000) + 30
}
