import { randomPKCECodeVerifier } from 'openid-client'
import { z } from 'zod'
import type { Core, Visitor } from '../core.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { type ProviderUser, providerUser } from '../providers/provider-claims.ts'
import type { ProviderAnswer, ProviderCheck, ProviderClient } from '../providers/provider-client.ts'
import { insertClientState, takeClientState } from '../queries/client-states.queries.ts'
import { type Flow, findFlow, useFlow } from '../queries/flows.queries.ts'
import { AuthRefused, OAuthRefused } from '../refused.ts'
import { withCode, withSession } from '../routes/redirect-answers.ts'
import type { Account } from '../user.ts'
import { writeRefusalOf } from './audit.ts'
import { beginProviderFlow, hasExpired, issueFlowCode } from './flow-states.ts'
import { judgeLink, linkProvider } from './identities.ts'
import { acceptInvitation } from './invitation.ts'
import { signInWithProvider } from './provider-sign-in.ts'
import { startSession } from './sessions.ts'

// The way to a provider and back (auth-protocol 2.7). `state` names the flow; a verifier and a nonce
// of our own towards the provider are kept sealed until it answers, and a flow comes back once.

export type Asked = {
  provider: ProviderClient
  /** The client's own challenge as it is stored, null in the implicit flow. */
  challenge: string | null
  /** Judged already. */
  redirectTo: string
  scopes: string[]
  /** Passed on to the provider. */
  more: Record<string, string>
  linkingTargetId?: string
  /** The id of the invitation that he accepts (findInvitation). */
  invitation?: string
}

const ResponseCache = z.object({ codeVerifier: z.string(), nonce: z.string() })

/** Begins a flow and gives the address at the provider. */
export async function beginAtProvider(core: Core, asked: Asked): Promise<URL> {
  const {
    provider,
    scopes,
    more: { nonce: ownNonce, ...more },
  } = asked
  const kept = {
    codeVerifier: randomPKCECodeVerifier(),
    nonce: ownNonce || randomPKCECodeVerifier(),
  }
  const state = await inTransaction(core.pool, async (client) => {
    const id = await beginProviderFlow(core, client, { ...asked, provider: provider.name })
    const sealed = core.secrets.seal(Buffer.from(JSON.stringify(kept)), placeOf(id))
    await insertClientState(client, { id, provider: provider.name, sealed, now: core.now() })
    return id
  })
  return await provider.authorizationUrl({ state, ...kept }, { scopes, more })
}

/** The flow of a `state` that came back. Throws 400 bad_oauth_callback or bad_oauth_state. */
export async function findBegun(core: Core, state: string): Promise<Flow> {
  if (!state) throw new AuthRefused(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const flow = z.guid().safeParse(state).success ? await findFlow(core.pool, state) : null
  if (flow?.method !== 'oauth') throw unknownState()
  return flow
}

/**
 * Takes the provider's answer to a flow and gives the address at the client that the browser goes to:
 * with a code (PKCE), or with the session in its fragment. Throws what 2.7 names, to be told there.
 */
export async function finishAtClient(
  core: Core,
  flow: Flow,
  { answer, visitor }: { answer: Record<string, string>; visitor: Visitor },
): Promise<string> {
  const attempt = {
    ...({ action: 'login_failed', userId: flow.linkingTargetId ?? undefined, visitor } as const),
    payload: { method: 'oauth', provider: flow.provider },
  }
  const told = await writeRefusalOf(core, attempt, () => hear(core, flow, answer))
  const user = providerUser(flow.provider, told.claims)
  const enter = enterBy(core, flow, { told, user, visitor })
  const { linkingTargetId: userId, invitation, redirectTo: target, challenge } = flow
  const accept = () =>
    acceptInvitation(core, user, { invitation: invitation ?? '', visitor }, enter)
  if (invitation) return await writeRefusalOf(core, attempt, accept)
  if (!userId) return await signInWithProvider(core, user, { visitor, target }, enter)
  if (!challenge) return await linkProvider(core, { user, userId, visitor }, enter)
  // Who has come here from the provider may have been lured: he is linked where the code is redeemed,
  // by whoever began it.
  return await inTransaction(core.pool, async (client) =>
    enter(client, await judgeLink(core, client, { user, userId })),
  )
}

/** What the provider says, asked with the code of its answer. Throws 400, and 500 when it says no. */
async function hear(
  core: Core,
  flow: Flow,
  answer: Record<string, string>,
): Promise<ProviderAnswer> {
  const { provider, check } = await take(core, flow)
  if (answer.error) throw new OAuthRefused(answer.error, answer.error_description ?? '')
  if (!answer.code)
    throw new AuthRefused(
      400,
      'bad_oauth_callback',
      'OAuth callback with missing authorization code',
    )
  try {
    return await provider.exchange(answer, check)
  } catch (cause) {
    throw new AuthRefused(500, 'unexpected_failure', 'Unable to exchange external code', { cause })
  }
}

/** Uses a flow up, whatever comes of it. Throws 400. */
async function take(
  core: Core,
  flow: Flow,
): Promise<{ provider: ProviderClient; check: ProviderCheck }> {
  const now = core.now()
  if (hasExpired(flow, now))
    throw new AuthRefused(400, 'bad_oauth_state', 'OAuth state has expired')
  const sealed = await inTransaction(core.pool, async (client) => {
    if (!(await useFlow(client, flow.id, now)))
      throw new AuthRefused(400, 'flow_state_already_used', 'State has already been used')
    return await takeClientState(client, flow.id)
  })
  const provider = core.providers.find(flow.provider)
  if (!sealed || !provider)
    throw new AuthRefused(400, 'oauth_provider_not_supported', 'OAuth provider is not supported')
  const kept = ResponseCache.parse(
    JSON.parse(core.secrets.open(sealed, placeOf(flow.id)).toString()),
  )
  return { provider, check: { state: flow.id, ...kept } }
}

/** How the flow's client gets in: by a code for its verifier, or with all in the fragment. */
function enterBy(
  core: Core,
  { id: flowId, provider, challenge, redirectTo: target, linkingTargetId }: Flow,
  { told, user, visitor }: { told: ProviderAnswer; user: ProviderUser; visitor: Visitor },
) {
  return async (q: Queryable, account: Account): Promise<string> => {
    if (challenge) {
      const identity = linkingTargetId ? { identity: user.data } : {}
      const asked = { flowId, userId: account.id, tokens: told, ...identity }
      return withCode(target, await issueFlowCode(core, q, asked))
    }
    const session = await startSession(core, q, { account, method: 'oauth', provider, visitor })
    return withSession(target, session, {
      ...(told.accessToken && { provider_token: told.accessToken }),
      ...(told.refreshToken && { provider_refresh_token: told.refreshToken }),
    })
  }
}

function unknownState(): AuthRefused {
  return new AuthRefused(400, 'bad_oauth_state', 'OAuth state not found or expired')
}

function placeOf(flowId: string): string {
  return `oauth client state|${flowId}`
}
