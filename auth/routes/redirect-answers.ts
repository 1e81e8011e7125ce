import type { SessionAnswer } from '../flows/sessions.ts'
import type { AuthRefused } from '../refused.ts'

// What the service tells a page by redirecting to it (auth-protocol 2.5, 2.7). `sb` marks a fragment as
// the service's own.

const WORDS: Record<number, string> = {
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The page with the code of its PKCE flow. */
export function withCode(target: string, code: string): string {
  const page = new URL(target)
  page.searchParams.set('code', code)
  return page.href
}

/** The page with a session in its fragment: the implicit flow. */
export function withSession(
  target: string,
  session: SessionAnswer,
  more: Record<string, string> = {},
): string {
  return withFragment(target, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
    ...more,
  })
}

/** The page with a refusal in its fragment, and in its query too for a PKCE flow. */
export function withRefusal(
  target: string,
  { status, code, message }: Pick<AuthRefused, 'status' | 'code' | 'message'>,
  { inQuery, error }: { inQuery: boolean; error?: string },
): string {
  const word = error ?? WORDS[status] ?? 'invalid_request'
  const told = { error: word, error_code: code, error_description: message }
  return withFragment(inQuery ? withQuery(target, told) : target, { ...told, sb: '' })
}

/** The page with a message that is neither: something is done, and something else is still to do. */
export function withMessage(
  target: string,
  message: string,
  { inQuery }: { inQuery: boolean },
): string {
  return withFragment(inQuery ? withQuery(target, { message }) : target, { message, sb: '' })
}

function withQuery(target: string, more: Record<string, string>): string {
  const page = new URL(target)
  for (const [name, value] of Object.entries(more)) page.searchParams.set(name, value)
  return page.href
}

function withFragment(target: string, told: Record<string, string>): string {
  const page = new URL(target)
  page.hash = new URLSearchParams(told).toString()
  return page.href
}
