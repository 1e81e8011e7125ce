import { sameSitePath } from '../../domain/same-site-path.ts'

const ACCOUNT_SCREENS = ['/login', '/signup', '/signup-success', '/reset-password']

/** Where the visitor wanted to go when he was asked to sign in; null when nowhere, or off this site. */
export function whereFrom(query: URLSearchParams): string | null {
  const from = sameSitePath(query.get('from'))
  // Back to an account screen he would be sent on at once, or see himself signing in twice.
  return from && ACCOUNT_SCREENS.includes(pathnameOf(from)) ? null : from
}

/** The address of another account screen that remembers it too. */
export function withFrom(path: string, from: string | null): string {
  return from === null ? path : `${path}?from=${encodeURIComponent(from)}`
}

function pathnameOf(path: string): string {
  return path.replace(/[?#].*$/s, '')
}
