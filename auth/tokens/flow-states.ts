import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import {
  deleteMailFlows,
  type Flow,
  type FlowMethod,
  insertFlow,
  setFlowCode,
} from '../queries/flows.queries.ts'
import type { Metadata } from '../user.ts'

// PKCE (RFC 7636): the code is useless without the client's verifier.

/** From the start of a provider's flow, and from the issue of any code. */
const FLOW_SECONDS = 300

/** Already validated (`checkChallenge`). */
export type CodeChallenge = { code_challenge: string; code_challenge_method: string }

type ProviderTokens = { accessToken: string; refreshToken: string }

type SealedPart = 'access' | 'refresh' | 'identity'

/** Null without a challenge (implicit flow). */
export function toS256Challenge(codeChallenge: CodeChallenge): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = codeChallenge
  if (!challenge) return null
  return method.toLowerCase() === 'plain' ? hashOf(challenge) : challenge
}

/** Returns the OAuth `state`. */
export async function createProviderFlow(
  deps: Deps,
  q: Queryable,
  flow: {
    provider: string
    challenge: string | null
    redirectTo: string
    invitation?: string
    linkingTargetId?: string
  },
): Promise<string> {
  const { provider, challenge, redirectTo, invitation = null, linkingTargetId = null } = flow
  const id = randomUUID()
  const newFlow = { id, userId: null, method: 'oauth', provider, challenge, redirectTo } as const
  await insertFlow(q, { ...newFlow, invitation, linkingTargetId, now: deps.now() })
  return id
}

export async function createMailFlow(
  deps: Deps,
  q: Queryable,
  flow: { userId: string; method: FlowMethod; challenge: string; redirectTo: string },
): Promise<void> {
  await deleteMailFlows(q, flow)
  const newFlow = { id: randomUUID(), provider: 'email', invitation: null, linkingTargetId: null }
  await insertFlow(q, { ...flow, ...newFlow, now: deps.now() })
}

/** `identity` is linked when the code is redeemed. */
export async function issueFlowCode(
  deps: Deps,
  q: Queryable,
  {
    flowId,
    userId,
    tokens,
    identity,
  }: { flowId: string; userId: string; tokens?: ProviderTokens; identity?: Metadata },
): Promise<string> {
  const code = randomUUID()
  const seal = (text: string | undefined, which: SealedPart) =>
    text ? deps.secrets.seal(Buffer.from(text), sealContext(flowId, which)) : null
  await setFlowCode(q, {
    id: flowId,
    userId,
    flowCodeHash: flowCodeHash(deps, code),
    sealedAccessToken: seal(tokens?.accessToken, 'access'),
    sealedRefreshToken: seal(tokens?.refreshToken, 'refresh'),
    sealedIdentity: seal(identity && JSON.stringify(identity), 'identity'),
    now: deps.now(),
  })
  return code
}

/** A mail may be opened late, so its flow counts from the issue of the code. */
export function hasExpired({ method, codeIssuedAt, createdAt }: Flow, now: Date): boolean {
  const since = method === 'oauth' ? createdAt : (codeIssuedAt ?? createdAt)
  return later(since, FLOW_SECONDS) <= now
}

export function flowCodeHash({ secrets }: Deps, code: string): string {
  return secrets.hmac('flow code', code).toString('base64url')
}

export function openSealed({ secrets }: Deps, flow: Flow, which: SealedPart): string | null {
  const { sealedAccessToken: access, sealedRefreshToken: refresh, sealedIdentity: identity } = flow
  const sealed = { access, refresh, identity }[which]
  return sealed && secrets.open(sealed, sealContext(flow.id, which)).toString()
}

/** RFC 7636, 4.2. */
export function hashOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function sealContext(flowId: string, which: SealedPart): string {
  return `flow|${flowId}|${which}`
}
