import type { EmailOtpType } from '@supabase/auth-js'

/** What a link in one of our mails carries: a token that works once, and what it is for. */
export type EmailLink = { token_hash: string; type: EmailOtpType }

const TYPES: readonly EmailOtpType[] = [
  'signup',
  'invite',
  'magiclink',
  'email',
  'email_change',
  'recovery',
]

/** The mail link in the address of this page; null when the visitor came another way. */
export function readEmailLink(query: URLSearchParams): EmailLink | null {
  const tokenHash = query.get('token_hash')
  const type = TYPES.find((known) => known === query.get('type'))
  return tokenHash && type ? { token_hash: tokenHash, type } : null
}

/** Whether the link confirms an account that somebody signed up. */
export function isOfSignUp({ type }: EmailLink): boolean {
  return type === 'signup' || type === 'email'
}
