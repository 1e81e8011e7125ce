import * as z from 'zod/mini'
import type { MyData, MyRecord } from '../../../domain/my-data.ts'
import type { Deps } from '../../deps.ts'
import type { AuthSession } from '../../platform/auth-service.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Session } from '../../platform/http/session.ts'

const record = z.record(z.string(), z.unknown())
const UserSchema = z.catchall(
  z.object({ identities: z.nullish(z.array(record)), factors: z.nullish(z.array(record)) }),
  z.unknown(),
)

const ACCOUNT_LISTS = [
  ...(['sign_ins', 'identities', 'second_factors', 'second_steps', 'recovery_codes'] as const),
  ...(['account_links', 'account_log'] as const),
]
type AccountPart = Pick<MyData, 'account' | (typeof ACCOUNT_LISTS)[number]>

/** `isWhole` is false without sessions and log. Throws Refused busy. */
export async function readAccount(
  { auth }: Pick<Deps, 'auth'>,
  { session, address }: { session: Session; address: string },
): Promise<AccountPart & { isWhole: boolean }> {
  const { userId, accessToken } = session
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await auth.call('/user', { method: 'GET', headers, address })
  if (!answer.ok) throw new Refused('busy')
  const { identities, factors, ...account } = UserSchema.parse(await answer.json())
  const sessions = await auth.sessionsOf?.(userId)
  const records = await auth.recordsOf?.(userId)
  return {
    account,
    sign_ins: (sessions ?? []).map(signInRecord),
    identities: (identities ?? []).map((identity) => identity),
    second_factors: (factors ?? []).map(withoutSecrets),
    second_steps: records?.challenges ?? [],
    recovery_codes: records?.recoveryCodes ?? [],
    account_links: records?.links ?? [],
    account_log: records?.log ?? [],
    isWhole: sessions !== undefined && records !== undefined,
  }
}

function signInRecord({ since, lastUsedAt, address, device }: AuthSession): MyRecord {
  return { since, last_used_at: lastUsedAt, address, device }
}

/** Drops all other fields. */
function withoutSecrets(factor: MyRecord): MyRecord {
  const allowed = ['friendly_name', 'factor_type', 'status', 'phone', 'created_at', 'updated_at']
  return Object.fromEntries(
    [...allowed, 'last_challenged_at'].flatMap((name) =>
      factor[name] === undefined ? [] : [[name, factor[name]]],
    ),
  )
}
