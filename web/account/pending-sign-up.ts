import type { AccountLink } from '../../domain/link-owner.ts'
import { dayInWords, ukDate, ukTime } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { authClient } from '../auth-client.ts'
import { authErrorText, unexpected } from '../ui/form-text.ts'
import type { EmailLink } from './email-link.ts'
import { isRefusedLink } from './read-account-link.ts'

/** Does nothing when the link no longer works. */
export async function discardSignUp(link: EmailLink): Promise<void> {
  try {
    await send('POST /api/auth/confirmation/discard', { body: { token_hash: link.token_hash } })
  } catch (error) {
    if (!isRefusedLink(error)) throw error
  }
}

export type Confirmed = { problem: string } | { isWrong: true } | { mustChoose: boolean }

/** Never rejects. `mustChoose`: the confirmed account has another, perhaps a stranger's, password. */
export async function confirmSignUp(
  link: EmailLink,
  { asks, password }: { asks: AccountLink['asks']; password: string },
): Promise<Confirmed> {
  try {
    if (asks === 'password' && !(await isRight(link, password))) return { isWrong: true }
    const client = await authClient()
    const { data, error } = await client.verifyOtp(link)
    if (error) return { problem: authErrorText(error) }
    if (asks !== 'password_afterwards') return { mustChoose: false }
    const email = data.user?.email ?? ''
    const signedIn = await client.signInWithPassword({ email, password })
    return { mustChoose: signedIn.error !== null }
  } catch (error) {
    return { problem: error instanceof ApiError ? error.message : unexpected() }
  }
}

/** 'today at 10:03' or 'on 5 January 2027 at 10:03', London time. */
export function createdText(signedUpAt: string, now: Date): string {
  const at = new Date(signedUpAt)
  const day = ukDate(at) === ukDate(now) ? 'today' : `on ${dayInWords(ukDate(at))}`
  return `${day} at ${ukTime(at)}`
}

async function isRight(link: EmailLink, password: string): Promise<boolean> {
  const body = { token_hash: link.token_hash, password }
  return (await send('POST /api/auth/confirmation/password', { body })).is_right
}
