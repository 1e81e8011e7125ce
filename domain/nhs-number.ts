// Digits and length are enforced; a wrong check digit only warns, because the specification refuses
// no number for it (design §6).

/**
 * Returns up to ten digits without spaces and dashes ('' when empty). Null with more digits or
 * other characters: 'Please enter only digits (max 10).'
 */
export function onlyNhsDigits(typed: string): string | null {
  const digits = typed.replace(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
  return /^\d{0,10}$/.test(digits) ? digits : null
}

/** The first ten digits; `isRefused` when more than spaces and dashes was dropped. */
export function keepNhsDigits(typed: string): { digits: string; isRefused: boolean } {
  const digits = typed.replace(/\D/g, '').slice(0, 10)
  return { digits, isRefused: onlyNhsDigits(typed) === null }
}

/** Whether this is exactly ten digits; the check digit is not checked. */
export function isNhsNumber(s: string): boolean {
  return /^\d{10}$/.test(s)
}

/** Whether ten digits fail the modulus 11 check (NHS Data Dictionary); false for others. */
export function looksMistyped(s: string): boolean {
  if (!isNhsNumber(s)) return false
  const digits = [...s].map(Number)
  // Weights 10 down to 2, then 1 for the check digit: a valid number sums to a multiple of 11.
  const sum = digits.reduce((total, digit, place) => total + digit * (10 - place), 0)
  return sum % 11 !== 0
}

/** Groups digits as the NHS prints them, '999 000 0018'; also partial numbers. */
export function groupNhsNumber(s: string): string {
  return [s.slice(0, 3), s.slice(3, 6), s.slice(6)].filter((group) => group !== '').join(' ')
}
