// In localStorage because the mailed link opens a new tab. The id grants no access.
const KEY = 'sign-up'

export function rememberSignUp(userId: string): void {
  localStorage.setItem(KEY, userId)
}

/** The user id of this browser's last unconfirmed sign-up, or null. */
export function signUpMadeHere(): string | null {
  return localStorage.getItem(KEY)
}

export function forgetSignUp(): void {
  localStorage.removeItem(KEY)
}
