const KEY = 'consent-given'

/**
 * Remembers for this tab that consent was given for this booking (owner: see `bookingOwner`): that it
 * was, never what was answered. Whoever comes back from checkout for another time need not answer
 * again; whether there is a consent is the server's to say.
 */
export function rememberConsent(owner: string): void {
  sessionStorage.setItem(KEY, owner)
}

export function hasGivenConsent(owner: string): boolean {
  return sessionStorage.getItem(KEY) === owner
}

/** The booking is made, or the server does not know of the consent: the next one asks again. */
export function forgetConsent(): void {
  sessionStorage.removeItem(KEY)
}
