import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError, userBanned, validationFailed } from '../errors.ts'
import { providerUser } from '../providers/provider-claims.ts'
import { consumeFlow, type Flow, findFlowByCode } from '../queries/flows.queries.ts'
import { findAccount } from '../queries/users.queries.ts'
import { flowCodeHash, hasExpired, hashOf, openSealed } from '../tokens/flow-states.ts'
import { type Account, isBanned } from '../user.ts'
import { auditFailureOf } from './audit.ts'
import { linkProvider } from './identities.ts'
import { type SessionResponse, startSession } from './sessions.ts'

type CodeExchangeResponse = SessionResponse & {
  provider_token?: string
  provider_refresh_token?: string
}

/** auth-protocol 2.4. Throws 404 flow_state_not_found, 422 flow_state_expired, 400. */
export async function redeemCode(
  deps: Deps,
  { code, verifier }: { code: string; verifier: string },
  clientInfo: ClientInfo,
): Promise<CodeExchangeResponse> {
  if (!code || !verifier)
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  const flow = await findFlowByCode(deps.pool, flowCodeHash(deps, code))
  if (!flow?.userId || !flow.challenge) throw unknownFlow()
  const { userId, challenge } = flow
  const attempt = {
    action: 'login_failed',
    userId,
    clientInfo,
    payload: signInMethod(flow),
  } as const
  return await auditFailureOf(deps, attempt, () =>
    redeem(deps, { ...flow, userId, challenge }, { verifier, clientInfo }),
  )
}

async function redeem(
  deps: Deps,
  flow: Flow & { userId: string; challenge: string },
  { verifier, clientInfo }: { verifier: string; clientInfo: ClientInfo },
): Promise<CodeExchangeResponse> {
  if (hasExpired(flow, deps.now()))
    throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (!matchesChallenge(verifier, flow.challenge))
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )

  const { userId } = flow
  const finish = async (q: pg.PoolClient, account: Account): Promise<CodeExchangeResponse> => {
    if (!(await consumeFlow(q, flow.id))) throw unknownFlow()
    const session = await startSession(deps, q, { account, clientInfo, ...signInMethod(flow) })
    return { ...session, ...tokensOf(deps, flow) }
  }
  const identity = openSealed(deps, flow, 'identity')
  if (identity) {
    const user = providerUser(flow.provider, JSON.parse(identity))
    return await linkProvider(deps, { user, userId, clientInfo }, finish)
  }
  return await inTransaction(deps.pool, async (client) => {
    const account = await findAccount(client, userId)
    if (!account) throw unknownFlow()
    if (isBanned(account, deps.now())) throw userBanned()
    return await finish(client, account)
  })
}

function signInMethod({ method, provider }: Flow) {
  return method === 'oauth' ? ({ method, provider } as const) : ({ method: 'otp' } as const)
}

function tokensOf(deps: Deps, flow: Flow) {
  const [access, refresh] = [openSealed(deps, flow, 'access'), openSealed(deps, flow, 'refresh')]
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
