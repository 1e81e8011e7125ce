import type { PendingSignUp } from '../../domain/contract.ts'
import { dayInWords, ukDate, ukTime } from '../../domain/uk-time.ts'
import { ApiRefused, send } from '../api.ts'
import { authClient } from '../auth-client.ts'
import type { EmailLink } from './email-link.ts'
import { authErrorWords, UNEXPECTED } from './form-words.ts'
import { signUpMadeHere } from './made-here.ts'

/** What a mail's link would confirm; 'over' when the link no longer works. Throws when nobody can tell. */
export async function readPendingSignUp(link: EmailLink): Promise<PendingSignUp | 'over'> {
  const madeHere = signUpMadeHere()
  const body = { token_hash: link.token_hash, ...(madeHere && { user_id: madeHere }) }
  try {
    return await send('POST /api/auth/confirmation', { body })
  } catch (error) {
    if (isRefusedLink(error)) return 'over'
    throw error
  }
}

/** Deletes the sign-up that a mail's link would confirm; a link that no longer works has none. */
export async function discardSignUp(link: EmailLink): Promise<void> {
  try {
    await send('POST /api/auth/confirmation/discard', { body: { token_hash: link.token_hash } })
  } catch (error) {
    if (!isRefusedLink(error)) throw error
  }
}

export type Confirmed = { problem: string } | { isWrong: true } | { mustChoose: boolean }

/**
 * Confirms what a mail's link stands for. `isWrong` when the password is not the one chosen at sign-up:
 * nothing is confirmed then. `mustChoose` when a service that cannot be asked before has confirmed an
 * account with another password, which may be a stranger's. Never rejects.
 */
export async function confirmSignUp(
  link: EmailLink,
  { asks, password }: { asks: PendingSignUp['asks']; password: string },
): Promise<Confirmed> {
  try {
    if (asks === 'password' && !(await isRight(link, password))) return { isWrong: true }
    const client = await authClient()
    const { data, error } = await client.verifyOtp(link)
    if (error) return { problem: authErrorWords(error) }
    if (asks !== 'password_afterwards') return { mustChoose: false }
    const email = data.user?.email ?? ''
    const signedIn = await client.signInWithPassword({ email, password })
    return { mustChoose: signedIn.error !== null }
  } catch (error) {
    return { problem: error instanceof ApiRefused ? error.message : UNEXPECTED }
  }
}

/** When an account was created, as a sentence says it: 'today at 10:03', 'on 5 January 2027 at 10:03'. */
export function createdWords(signedUpAt: string, now: Date): string {
  const at = new Date(signedUpAt)
  const day = ukDate(at) === ukDate(now) ? 'today' : `on ${dayInWords(ukDate(at))}`
  return `${day} at ${ukTime(at)}`
}

async function isRight(link: EmailLink, password: string): Promise<boolean> {
  const body = { token_hash: link.token_hash, password }
  return (await send('POST /api/auth/confirmation/password', { body })).is_right
}

/** A token that is unknown, used or not even one. */
function isRefusedLink(error: unknown): boolean {
  return error instanceof ApiRefused && (error.status === 404 || error.status === 400)
}
