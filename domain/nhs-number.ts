// Digits and length are hard rules; the check digit only advises, because the specification refuses
// no number for it (design §6).

/**
 * The digits of what was typed, at most ten, without spaces and dashes ('' when nothing else is
 * there). Null when it holds anything else or more digits: 'Please enter only digits (max 10).'
 */
export function onlyNhsDigits(typed: string): string | null {
  const digits = typed.replace(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
  return /^\d{0,10}$/.test(digits) ? digits : null
}

/**
 * What a box for an NHS number keeps of what was typed or pasted: its first ten digits. `isRefused`
 * says whether that left out anything else than spaces and dashes.
 */
export function keepNhsDigits(typed: string): { digits: string; isRefused: boolean } {
  const digits = typed.replace(/\D/g, '').slice(0, 10)
  return { digits, isRefused: onlyNhsDigits(typed) === null }
}

/** Whether this is ten digits and nothing else. */
export function isNhsNumber(s: string): boolean {
  return /^\d{10}$/.test(s)
}

/**
 * Whether ten digits fail the NHS number's check digit (modulus 11; NHS Data Dictionary): a reason
 * to say 'Please check this number', never to refuse it. False for what is not ten digits.
 */
export function looksMistyped(s: string): boolean {
  if (!isNhsNumber(s)) return false
  const digits = [...s].map(Number)
  // Weights 10 down to 2, and 1 for the check digit: a sound number sums to a multiple of 11.
  const sum = digits.reduce((total, digit, place) => total + digit * (10 - place), 0)
  return sum % 11 !== 0
}

/** Digits as the NHS prints them, '999 000 0018'; a part of a number is grouped as far as it goes. */
export function groupNhsNumber(s: string): string {
  return [s.slice(0, 3), s.slice(3, 6), s.slice(6)].filter((group) => group !== '').join(' ')
}
