import { timingSafeEqual } from 'node:crypto'
import type { ClientInfo, Core } from '../core.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { AuthError, userBanned, validationFailed } from '../errors.ts'
import { providerUser } from '../providers/provider-claims.ts'
import { consumeFlow, type Flow, findFlowByCode } from '../queries/flows.queries.ts'
import { findAccount } from '../queries/users.queries.ts'
import { type Account, isBanned } from '../user.ts'
import { auditFailureOf } from './audit.ts'
import { flowCodeHash, hasExpired, hashOf, openSealed } from './flow-states.ts'
import { linkProvider } from './identities.ts'
import { type SessionResponse, startSession } from './sessions.ts'

export type CodeExchangeResponse = SessionResponse & {
  provider_token?: string
  provider_refresh_token?: string
}

/** auth-protocol 2.4. Throws 404 flow_state_not_found, 422 flow_state_expired, 400. */
export async function redeemCode(
  core: Core,
  { code, verifier }: { code: string; verifier: string },
  clientInfo: ClientInfo,
): Promise<CodeExchangeResponse> {
  if (!code || !verifier)
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  const flow = await findFlowByCode(core.pool, flowCodeHash(core, code))
  if (!flow?.userId || !flow.challenge) throw unknownFlow()
  const { userId, challenge } = flow
  const attempt = {
    action: 'login_failed',
    userId,
    clientInfo,
    payload: signInMethod(flow),
  } as const
  return await auditFailureOf(core, attempt, () =>
    redeem(core, { ...flow, userId, challenge }, { verifier, clientInfo }),
  )
}

async function redeem(
  core: Core,
  flow: Flow & { userId: string; challenge: string },
  { verifier, clientInfo }: { verifier: string; clientInfo: ClientInfo },
): Promise<CodeExchangeResponse> {
  if (hasExpired(flow, core.now()))
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (!matchesChallenge(verifier, flow.challenge))
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )

  const { userId } = flow
  const finish = async (q: Queryable, account: Account): Promise<CodeExchangeResponse> => {
    if (!(await consumeFlow(q, flow.id))) throw unknownFlow()
    const session = await startSession(core, q, { account, clientInfo, ...signInMethod(flow) })
    return { ...session, ...tokensOf(core, flow) }
  }
  const identity = openSealed(core, flow, 'identity')
  if (identity) {
    const user = providerUser(flow.provider, JSON.parse(identity))
    return await linkProvider(core, { user, userId, clientInfo }, finish)
  }
  return await inTransaction(core.pool, async (client) => {
    const account = await findAccount(client, userId)
    if (!account) throw unknownFlow()
    if (isBanned(account, core.now())) throw userBanned()
    return await finish(client, account)
  })
}

function signInMethod({ method, provider }: Flow) {
  return method === 'oauth' ? ({ method, provider } as const) : ({ method: 'otp' } as const)
}

function tokensOf(core: Core, flow: Flow) {
  const [access, refresh] = [openSealed(core, flow, 'access'), openSealed(core, flow, 'refresh')]
  return {
    ...(access && { provider_token: access }),
    ...(refresh && { provider_refresh_token: refresh }),
  }
}

function unknownFlow(): AuthError {
  const message = 'invalid flow state, no valid flow state found'
  return new AuthError(404, 'flow_state_not_found', message)
}

function matchesChallenge(verifier: string, challenge: string): boolean {
  const [one, other] = [Buffer.from(hashOf(verifier)), Buffer.from(challenge)]
  return one.length === other.length && timingSafeEqual(one, other)
}
