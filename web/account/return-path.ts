import { sameSitePath } from '../../domain/same-site-path.ts'

const ACCOUNT_SCREENS = ['/login', '/signup', '/signup-success', '/reset-password', '/new-device']

/** Where the code of a letter is entered; an account needs no profile there. */
export const LETTER_PAGE = '/portal/letter'

/** The same-site path to return to after sign-in, or null. */
export function readReturnPath(query: URLSearchParams): string | null {
  const from = sameSitePath(query.get('from'))
  // Account screens would redirect at once or ask for sign-in twice.
  return from && ACCOUNT_SCREENS.includes(pathnameOf(from)) ? null : from
}

export function withFrom(path: string, from: string | null): string {
  return from === null ? path : `${path}?from=${encodeURIComponent(from)}`
}

/** The office is a program of its own, so the browser loads it again. */
export function isOffice(path: string): boolean {
  return /^\/office(?:[/?#]|$)/.test(path)
}

function pathnameOf(path: string): string {
  return path.replace(/[?#].*$/s, '')
}
