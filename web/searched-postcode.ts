// Reads postcodes itself: every list of events loads this, and sign-up reads them again.
const KEY = 'searched-postcode'
const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$/i

/** Keeps a full postcode that was searched for in this tab, so that sign-up does not ask for it again. */
export function keepSearchedPostcode(typed: string): void {
  if (POSTCODE.test(typed.trim())) sessionStorage.setItem(KEY, typed.trim().toUpperCase())
}

/** As it was typed, in capitals; null without one. */
export function searchedPostcode(): string | null {
  return sessionStorage.getItem(KEY)
}

export function forgetSearchedPostcode(): void {
  sessionStorage.removeItem(KEY)
}
