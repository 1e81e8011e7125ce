import { randomPKCECodeVerifier } from 'openid-client'
import type pg from 'pg'
import { z } from 'zod'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { type ProviderUser, providerUser } from '../providers/provider-claims.ts'
import type { ProviderCheck, ProviderClient, ProviderResult } from '../providers/provider-client.ts'
import { consumeClientState, insertClientState } from '../queries/client-states.queries.ts'
import { type Flow, findFlow, markFlowUsed } from '../queries/flows.queries.ts'
import { createProviderFlow, hasExpired, issueFlowCode } from '../tokens/flow-states.ts'
import type { Account } from '../user.ts'
import { auditFailureOf } from './audit.ts'
import { linkProvider, lockForLinking } from './identities.ts'
import { acceptInvitation } from './invitation.ts'
import { signInWithProvider } from './provider-sign-in.ts'
import { withCode, withSession } from './redirect-responses.ts'
import { startSession } from './sessions.ts'

type ProviderSignInRequest = {
  provider: ProviderClient
  challenge: string | null
  redirectTo: string
  scopes: string[]
  more: Record<string, string>
  linkingTargetId?: string
  invitation?: string
}

const PendingFlow = z.object({ codeVerifier: z.string(), nonce: z.string() })

export async function startProviderSignIn(
  deps: Deps,
  request: ProviderSignInRequest,
): Promise<URL> {
  const {
    provider,
    scopes,
    more: { nonce: ownNonce, ...more },
  } = request
  const checks = {
    codeVerifier: randomPKCECodeVerifier(),
    nonce: ownNonce || randomPKCECodeVerifier(),
  }
  const state = await inTransaction(deps.pool, async (client) => {
    const id = await createProviderFlow(deps, client, { ...request, provider: provider.name })
    const sealed = deps.secrets.seal(Buffer.from(JSON.stringify(checks)), stateContext(id))
    await insertClientState(client, { id, provider: provider.name, sealed, now: deps.now() })
    return id
  })
  return await provider.authorizationUrl({ state, ...checks }, { scopes, more })
}

/** Throws 400 bad_oauth_callback or bad_oauth_state. */
export async function findProviderFlow(deps: Deps, state: string): Promise<Flow> {
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = z.guid().safeParse(state).success ? await findFlow(deps.pool, state) : null
  if (flow?.method !== 'oauth') throw unknownState()
  return flow
}

/** Returns the redirect URL with a code (PKCE) or a session. Throws the errors of auth-protocol 2.7. */
export async function finishProviderSignIn(
  deps: Deps,
  flow: Flow,
  { callback, clientInfo }: { callback: Record<string, string>; clientInfo: ClientInfo },
): Promise<string> {
  const attempt = {
    ...({ action: 'login_failed', userId: flow.linkingTargetId ?? undefined, clientInfo } as const),
    payload: { method: 'oauth', provider: flow.provider },
  }
  const result = await auditFailureOf(deps, attempt, () =>
    exchangeProviderCode(deps, flow, callback),
  )
  const user = providerUser(flow.provider, result.claims)
  const finish = finishWith(deps, flow, { result, user, clientInfo })
  const { linkingTargetId: userId, invitation, redirectTo: target, challenge } = flow
  const accept = () =>
    acceptInvitation(deps, user, { invitation: invitation ?? '', clientInfo }, finish)
  if (invitation) return await auditFailureOf(deps, attempt, accept)
  if (!userId) return await signInWithProvider(deps, user, { clientInfo, target }, finish)
  if (!challenge) return await linkProvider(deps, { user, userId, clientInfo }, finish)
  // Another user may have sent this link, so only the client that started the flow may link.
  return await inTransaction(deps.pool, async (client) =>
    finish(client, await lockForLinking(deps, client, { user, userId })),
  )
}

/** Throws 400, and 500 when the provider refuses. */
async function exchangeProviderCode(
  deps: Deps,
  flow: Flow,
  callback: Record<string, string>,
): Promise<ProviderResult> {
  const { provider, check } = await consumeProviderFlow(deps, flow)
  if (callback.error) throw new OAuthError(callback.error, callback.error_description ?? '')
  if (!callback.code)
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code')
  try {
    return await provider.exchange(callback, check)
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'Unable to exchange external code', { cause })
  }
}

/** A flow is used up even if a later step fails. Throws 400. */
async function consumeProviderFlow(
  deps: Deps,
  flow: Flow,
): Promise<{ provider: ProviderClient; check: ProviderCheck }> {
  const now = deps.now()
  if (hasExpired(flow, now)) throw new AuthError(400, 'bad_oauth_state', 'OAuth state has expired')
  const sealed = await inTransaction(deps.pool, async (client) => {
    if (!(await markFlowUsed(client, flow.id, now)))
      throw new AuthError(400, 'flow_state_already_used', 'State has already been used')
    return await consumeClientState(client, flow.id)
  })
  const provider = deps.providers.find(flow.provider)
  if (!sealed || !provider)
    throw new AuthError(400, 'oauth_provider_not_supported', 'OAuth provider is not supported')
  const checks = PendingFlow.parse(
    JSON.parse(deps.secrets.open(sealed, stateContext(flow.id)).toString()),
  )
  return { provider, check: { state: flow.id, ...checks } }
}

function finishWith(
  deps: Deps,
  { id: flowId, provider, challenge, redirectTo: target, linkingTargetId }: Flow,
  {
    result,
    user,
    clientInfo,
  }: { result: ProviderResult; user: ProviderUser; clientInfo: ClientInfo },
) {
  return async (q: pg.PoolClient, account: Account): Promise<string> => {
    if (challenge) {
      const identity = linkingTargetId ? { identity: user.data } : {}
      const request = { flowId, userId: account.id, tokens: result, ...identity }
      return withCode(target, await issueFlowCode(deps, q, request))
    }
    const session = await startSession(deps, q, { account, method: 'oauth', provider, clientInfo })
    return withSession(target, session, {
      ...(result.accessToken && { provider_token: result.accessToken }),
      ...(result.refreshToken && { provider_refresh_token: result.refreshToken }),
    })
  }
}

function unknownState(): AuthError {
  return new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
}

function stateContext(flowId: string): string {
  return `oauth client state|${flowId}`
}
