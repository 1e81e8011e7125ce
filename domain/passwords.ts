/** Shortest password in characters, unless a setting of the site raises it (spec §5). */
export const PASSWORD_MIN_LENGTH = 6
/** The same for accounts of staff. */
export const STAFF_PASSWORD_MIN_LENGTH = 12

/** What is wrong with a new password as far as its length tells, or null. */
export function passwordError(password: string, minLength: number): string | null {
  return [...password].length < minLength ? 'Please use a longer password.' : null
}

/** What to say of a password that the authentication service refused as weak, for its reasons. */
export function weakPasswordWords(reasons: readonly string[]): string {
  if (!reasons.includes('length')) return 'Please choose a password that is harder to guess.'
  return 'Please use a longer password.'
}

export function passwordHint(minLength: number): string {
  return `At least ${minLength} characters. Three random words are easy to remember.`
}
