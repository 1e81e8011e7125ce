import type { EmailOtpType } from '@supabase/auth-js'

export type EmailLink = { token_hash: string; type: EmailOtpType }

const TYPES: readonly EmailOtpType[] = [
  'signup',
  'invite',
  'magiclink',
  'email',
  'email_change',
  'recovery',
]

/** Null without a token or a known type. */
export function readEmailLink(query: URLSearchParams): EmailLink | null {
  const tokenHash = query.get('token_hash')
  const type = TYPES.find((known) => known === query.get('type'))
  return tokenHash && type ? { token_hash: tokenHash, type } : null
}

export function isOfSignUp({ type }: EmailLink): boolean {
  return type === 'signup' || type === 'email'
}
