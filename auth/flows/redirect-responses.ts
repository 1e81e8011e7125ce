import type { AuthError } from '../errors.ts'
import type { SessionResponse } from './sessions.ts'

// auth-protocol 2.5, 2.7; `sb` marks the service's own fragments.

const OAUTH_ERRORS: Record<number, string> = {
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

export function withCode(target: string, code: string): string {
  const page = new URL(target)
  page.searchParams.set('code', code)
  return page.href
}

export function withSession(
  target: string,
  session: SessionResponse,
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

/** In the fragment, and in the query too for a PKCE flow. */
export function withError(
  target: string,
  { status, code, message }: Pick<AuthError, 'status' | 'code' | 'message'>,
  { inQuery, error }: { inQuery: boolean; error?: string },
): string {
  const errorCode = error ?? OAUTH_ERRORS[status] ?? 'invalid_request'
  const params = { error: errorCode, error_code: code, error_description: message }
  return withFragment(inQuery ? withQuery(target, params) : target, { ...params, sb: '' })
}

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

function withFragment(target: string, params: Record<string, string>): string {
  const page = new URL(target)
  page.hash = new URLSearchParams(params).toString()
  return page.href
}
