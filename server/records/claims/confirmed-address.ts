import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Session } from '../../platform/http/session.ts'

const UserSchema = z.object({
  email: z.nullish(z.string()),
  email_confirmed_at: z.nullish(z.string()),
})

/**
 * The account's e-mail address as the service has it now; null when nobody has confirmed one.
 * Throws Refused busy.
 */
export async function confirmedAddress(
  { auth }: Pick<Deps, 'auth'>,
  { session, address }: { session: Session; address: string },
): Promise<string | null> {
  const headers = { authorization: `Bearer ${session.accessToken}` }
  const answer = await auth.call('/user', { method: 'GET', headers, address })
  if (!answer.ok) throw new Refused('busy')
  const { email, email_confirmed_at: confirmedAt } = UserSchema.parse(await answer.json())
  return email && confirmedAt ? email.toLowerCase() : null
}
