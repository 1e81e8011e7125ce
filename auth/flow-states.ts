import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { type Core, later, type Visitor } from './core.ts'
import { inTransaction, type Queryable } from './db/database.ts'
import {
  deleteMailFlows,
  type Flow,
  type FlowMethod,
  findFlowByCode,
  insertFlow,
  setFlowCode,
  takeFlow,
} from './queries-flows.ts'
import { findAccount } from './queries-users.ts'
import { AuthRefused, validationFailed } from './refused.ts'
import { type SessionAnswer, startSession } from './sessions.ts'
import { isBanned } from './user.ts'

// The PKCE flow (RFC 7636): who begins a sign-in keeps a verifier and sends its hash; what comes back
// through the browser's address is only a code, worth nothing without the verifier.

/** The life of a provider's flow from its beginning, and of any code from its issue. */
export const FLOW_SECONDS = 300

/** `code_challenge` and its method as they came and were checked (`checkChallenge`). */
export type Challenged = { code_challenge: string; code_challenge_method: string }

/** What a provider gave for its user; sealed while it waits for the code to come back. */
export type ProviderTokens = { accessToken: string; refreshToken: string }

export type FlowAnswer = SessionAnswer & {
  provider_token?: string
  provider_refresh_token?: string
}

/**
 * What is stored of a challenge: always the hash of the verifier, so that a copy of the table holds
 * none even where the client sent it in plain. Null without a challenge (the implicit flow).
 */
export function storedChallenge(sent: Challenged): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = sent
  if (!challenge) return null
  return method.toLowerCase() === 'plain' ? hashOf(challenge) : challenge
}

/** Begins the flow of a provider; its id is the `state` that comes back from there. */
export async function beginProviderFlow(
  core: Core,
  q: Queryable,
  flow: {
    provider: string
    challenge: string | null
    redirectTo: string
    inviteToken?: string
    linkingTargetId?: string
  },
): Promise<string> {
  const { provider, challenge, redirectTo, inviteToken = null, linkingTargetId = null } = flow
  const id = randomUUID()
  const begun = { id, userId: null, method: 'oauth', provider, challenge, redirectTo } as const
  await insertFlow(q, { ...begun, inviteToken, linkingTargetId, now: core.now() })
  return id
}

/** Begins the flow of a mail, in place of the one that the former mail of its kind began. */
export async function beginMailFlow(
  core: Core,
  q: Queryable,
  flow: { userId: string; method: FlowMethod; challenge: string; redirectTo: string },
): Promise<void> {
  await deleteMailFlows(q, flow)
  const begun = { id: randomUUID(), provider: 'email', inviteToken: null, linkingTargetId: null }
  await insertFlow(q, { ...flow, ...begun, now: core.now() })
}

/** Issues the code that goes back to the client by redirect; only its keyed hash is stored. */
export async function issueFlowCode(
  core: Core,
  q: Queryable,
  { flowId, userId, tokens }: { flowId: string; userId: string; tokens?: ProviderTokens },
): Promise<string> {
  const code = randomUUID()
  const seal = (token: string | undefined, which: string) =>
    token ? core.secrets.seal(Buffer.from(token), placeOfToken(flowId, which)) : null
  await setFlowCode(q, {
    id: flowId,
    userId,
    codeMark: codeMark(core, code),
    sealedAccessToken: seal(tokens?.accessToken, 'access'),
    sealedRefreshToken: seal(tokens?.refreshToken, 'refresh'),
    now: core.now(),
  })
  return code
}

/**
 * The grant `pkce` (auth-protocol 2.4): a session for a code and the verifier whose hash began its
 * flow. Throws 404 flow_state_not_found, 422 flow_state_expired, 400 bad_code_verifier; a code opens
 * once.
 */
export async function redeemFlowCode(
  core: Core,
  { code, verifier }: { code: string; verifier: string },
  visitor: Visitor,
): Promise<FlowAnswer> {
  const flow = await findFlowByCode(core.pool, codeMark(core, code))
  if (!flow?.userId || !flow.challenge) throw unknownFlow()
  if (hasExpired(flow, core.now()))
    throw new AuthRefused(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (!isHashOf(verifier, flow.challenge))
    throw new AuthRefused(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )

  const { id: flowId, userId } = flow
  return await inTransaction(core.pool, async (client) => {
    const account = await findAccount(client, userId)
    if (!account || !(await takeFlow(client, flowId))) throw unknownFlow()
    if (isBanned(account, core.now())) throw new AuthRefused(403, 'user_banned', 'User is banned')
    const session = await startSession(core, client, { account, visitor, ...signedInBy(flow) })
    return { ...session, ...tokensOf(core, flow) }
  })
}

/** Whether a flow is over: counted from its code's issue for one of a mail, which may be opened late. */
export function hasExpired({ method, codeIssuedAt, createdAt }: Flow, now: Date): boolean {
  const since = method === 'oauth' ? createdAt : (codeIssuedAt ?? createdAt)
  return later(since, FLOW_SECONDS) <= now
}

/** Throws 400 unless both are there; the grant's own words. */
export function checkExchange({ code, verifier }: { code: string; verifier: string }): void {
  if (code && verifier) return
  throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
}

function signedInBy({ method, provider }: Flow) {
  return method === 'oauth' ? ({ method, provider } as const) : ({ method: 'otp' } as const)
}

function tokensOf({ secrets }: Core, flow: Flow) {
  const open = (sealed: Buffer, which: string) =>
    secrets.open(sealed, placeOfToken(flow.id, which)).toString()
  const { sealedAccessToken: access, sealedRefreshToken: refresh } = flow
  return {
    ...(access && { provider_token: open(access, 'access') }),
    ...(refresh && { provider_refresh_token: open(refresh, 'refresh') }),
  }
}

function unknownFlow(): AuthRefused {
  const message = 'invalid flow state, no valid flow state found'
  return new AuthRefused(404, 'flow_state_not_found', message)
}

function isHashOf(verifier: string, challenge: string): boolean {
  const [one, other] = [Buffer.from(hashOf(verifier)), Buffer.from(challenge)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function hashOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function codeMark({ secrets }: Core, code: string): string {
  return secrets.mark('flow code', code).toString('base64url')
}

function placeOfToken(flowId: string, which: string): string {
  return `flow|${flowId}|${which}`
}
