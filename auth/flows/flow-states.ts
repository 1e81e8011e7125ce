import { createHash, randomUUID } from 'node:crypto'
import { type Core, later } from '../core.ts'
import type { Queryable } from '../db/database.ts'
import {
  deleteMailFlows,
  type Flow,
  type FlowMethod,
  insertFlow,
  setFlowCode,
} from '../queries/flows.queries.ts'
import type { Metadata } from '../user.ts'

// The PKCE flow (RFC 7636): who begins a sign-in keeps a verifier and sends its hash; what comes back
// through the browser's address is only a code, worth nothing without the verifier.

/** The life of a provider's flow from its beginning, and of any code from its issue. */
export const FLOW_SECONDS = 300

/** `code_challenge` and its method as they came and were checked (`checkChallenge`). */
export type Challenged = { code_challenge: string; code_challenge_method: string }

/** What a provider gave for its user; sealed while it waits for the code to come back. */
export type ProviderTokens = { accessToken: string; refreshToken: string }

type Sealed = 'access' | 'refresh' | 'identity'

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
    invitation?: string
    linkingTargetId?: string
  },
): Promise<string> {
  const { provider, challenge, redirectTo, invitation = null, linkingTargetId = null } = flow
  const id = randomUUID()
  const begun = { id, userId: null, method: 'oauth', provider, challenge, redirectTo } as const
  await insertFlow(q, { ...begun, invitation, linkingTargetId, now: core.now() })
  return id
}

/** Begins the flow of a mail, in place of the one that the former mail of its kind began. */
export async function beginMailFlow(
  core: Core,
  q: Queryable,
  flow: { userId: string; method: FlowMethod; challenge: string; redirectTo: string },
): Promise<void> {
  await deleteMailFlows(q, flow)
  const begun = { id: randomUUID(), provider: 'email', invitation: null, linkingTargetId: null }
  await insertFlow(q, { ...flow, ...begun, now: core.now() })
}

/**
 * Issues the code that goes back to the client by redirect; only its keyed hash is stored. `identity`
 * (`identity_data`) waits for whoever redeems the code, to be linked to him.
 */
export async function issueFlowCode(
  core: Core,
  q: Queryable,
  {
    flowId,
    userId,
    tokens,
    identity,
  }: { flowId: string; userId: string; tokens?: ProviderTokens; identity?: Metadata },
): Promise<string> {
  const code = randomUUID()
  const seal = (text: string | undefined, which: Sealed) =>
    text ? core.secrets.seal(Buffer.from(text), placeOf(flowId, which)) : null
  await setFlowCode(q, {
    id: flowId,
    userId,
    codeMark: codeMark(core, code),
    sealedAccessToken: seal(tokens?.accessToken, 'access'),
    sealedRefreshToken: seal(tokens?.refreshToken, 'refresh'),
    sealedIdentity: seal(identity && JSON.stringify(identity), 'identity'),
    now: core.now(),
  })
  return code
}

/** Whether a flow is over: counted from its code's issue for one of a mail, which may be opened late. */
export function hasExpired({ method, codeIssuedAt, createdAt }: Flow, now: Date): boolean {
  const since = method === 'oauth' ? createdAt : (codeIssuedAt ?? createdAt)
  return later(since, FLOW_SECONDS) <= now
}

/** The keyed hash by which a code is found. */
export function codeMark({ secrets }: Core, code: string): string {
  return secrets.mark('flow code', code).toString('base64url')
}

/** What lies sealed in a flow, in plain. */
export function openSealed({ secrets }: Core, flow: Flow, which: Sealed): string | null {
  const { sealedAccessToken: access, sealedRefreshToken: refresh, sealedIdentity: identity } = flow
  const sealed = { access, refresh, identity }[which]
  return sealed && secrets.open(sealed, placeOf(flow.id, which)).toString()
}

/** base64url(SHA-256(verifier)), as the method S256 has it (RFC 7636, 4.2). */
export function hashOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function placeOf(flowId: string, which: Sealed): string {
  return `flow|${flowId}|${which}`
}
