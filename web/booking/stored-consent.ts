const KEY = 'consent-given'

/** Skips the form on return from checkout; the server checks the consent itself. */
export function storeConsentGiven(owner: string): void {
  sessionStorage.setItem(KEY, owner)
}

export function hasGivenConsent(owner: string): boolean {
  return sessionStorage.getItem(KEY) === owner
}

export function clearConsentGiven(): void {
  sessionStorage.removeItem(KEY)
}
