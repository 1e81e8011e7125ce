// Which account this browser has signed up last and not confirmed yet. In localStorage, because the link
// of a mail opens a tab of its own; an id that opens nothing.
const KEY = 'sign-up'

export function rememberSignUp(userId: string): void {
  localStorage.setItem(KEY, userId)
}

/** The user id of that account, or null. */
export function signUpMadeHere(): string | null {
  return localStorage.getItem(KEY)
}

export function forgetSignUp(): void {
  localStorage.removeItem(KEY)
}
