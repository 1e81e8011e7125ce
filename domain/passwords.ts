/** Minimum length in characters, unless a setting raises it (rules §2.2). */
export const PASSWORD_MIN_LENGTH = 6
export const STAFF_PASSWORD_MIN_LENGTH = 12

export function passwordError(password: string, minLength: number): string | null {
  return [...password].length < minLength ? 'Please use a longer password.' : null
}

export function weakPasswordText(reasons: readonly string[]): string {
  if (!reasons.includes('length')) return 'Please choose a password that is harder to guess.'
  return 'Please use a longer password.'
}

export function passwordHint(minLength: number): string {
  return `At least ${minLength} characters. Three random words are easy to remember.`
}
