/** Strips spaces and dashes. Null for more than ten digits or other characters. */
export function onlyNhsDigits(typed: string): string | null {
  const digits = typed.replace(/[\s\p{Dash_Punctuation}\u2212]/gu, '')
  return /^\d{0,10}$/.test(digits) ? digits : null
}

/** `isRefused` when more than spaces and dashes was dropped. */
export function cleanNhsInput(typed: string): { digits: string; isRefused: boolean } {
  const digits = typed.replace(/\D/g, '').slice(0, 10)
  return { digits, isRefused: onlyNhsDigits(typed) === null }
}

/** Ten digits; a wrong check digit only warns (rules §2.3). */
export function isNhsNumber(s: string): boolean {
  return /^\d{10}$/.test(s)
}

/**
 * Whether it is one digit ten times, which passes the check and is typed by those who have no number
 * at hand. It is nobody's: it confirms nothing, and never shows that two records are of one person.
 */
export function isPlaceholderNumber(s: string): boolean {
  return /^(\d)\1{9}$/.test(s)
}

/**
 * Whether ten digits are a placeholder or fail the modulus 11 check (NHS Data Dictionary); false for
 * others.
 */
export function looksMistyped(s: string): boolean {
  if (!isNhsNumber(s)) return false
  if (isPlaceholderNumber(s)) return true
  const digits = [...s].map(Number)
  // Weights 10 down to 2, then 1 for the check digit: a valid number sums to a multiple of 11.
  const sum = digits.reduce((total, digit, place) => total + digit * (10 - place), 0)
  return sum % 11 !== 0
}

/** '999 000 0018', as the NHS prints it; also partial numbers. */
export function groupNhsNumber(s: string): string {
  return [s.slice(0, 3), s.slice(3, 6), s.slice(6)].filter((group) => group !== '').join(' ')
}
