import type { AccountLink } from '../../domain/link-owner.ts'
import { ApiError, send } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { isSignedIn } from '../signed-in.ts'
import type { EmailLink } from './email-link.ts'
import { storedSignUp } from './stored-sign-up.ts'

/** 'over' when the link is unknown or used. Uses nothing up. Throws on other errors. */
export async function readAccountLink({ token_hash }: EmailLink): Promise<AccountLink | 'over'> {
  // The server must recognise a member whose access cookie has expired.
  if (isSignedIn()) await currentSession()
  const userId = storedSignUp()
  const body = { token_hash, ...(userId && { user_id: userId }) }
  try {
    return await send('POST /api/auth/confirmation', { body })
  } catch (error) {
    if (isRefusedLink(error)) return 'over'
    throw error
  }
}

/** Whether this is the address of the link's account. Throws ApiError. */
export async function isAddressOf({ token_hash }: EmailLink, email: string): Promise<boolean> {
  return (await send('POST /api/auth/confirmation/address', { body: { token_hash, email } }))
    .is_right
}

export function isRefusedLink(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
