// In localStorage because the mailed link opens a new tab. The id grants no access.
const KEY = 'sign-up'

export function storeSignUp(userId: string): void {
  localStorage.setItem(KEY, userId)
}

/** The user id of this browser's unconfirmed sign-up. */
export function storedSignUp(): string | null {
  return localStorage.getItem(KEY)
}

export function clearStoredSignUp(): void {
  localStorage.removeItem(KEY)
}
