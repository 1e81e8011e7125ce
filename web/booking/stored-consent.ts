const KEY = 'consent-given'

/**
 * Skips the form on return from checkout; stores no answers. The server checks the consent itself.
 */
export function storeConsentGiven(owner: string): void {
  sessionStorage.setItem(KEY, owner)
}

export function hasGivenConsent(owner: string): boolean {
  return sessionStorage.getItem(KEY) === owner
}

/** Call after booking, or when the server has no such consent. */
export function clearConsentGiven(): void {
  sessionStorage.removeItem(KEY)
}
