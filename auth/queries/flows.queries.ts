import type { Queryable } from '../db/database.ts'

export type FlowMethod =
  | 'oauth'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'email_change'
  | 'invite'

/** `challenge` is base64url(SHA-256(verifier)), null in the implicit flow. */
export type Flow = {
  id: string
  userId: string | null
  challenge: string | null
  provider: string
  method: FlowMethod
  redirectTo: string
  invitation: string | null
  linkingTargetId: string | null
  sealedAccessToken: Buffer | null
  sealedRefreshToken: Buffer | null
  /** The provider's user to link when the code is redeemed. */
  sealedIdentity: Buffer | null
  codeIssuedAt: Date | null
  usedAt: Date | null
  createdAt: Date
}

type NewFlow = Pick<
  Flow,
  | 'id'
  | 'userId'
  | 'challenge'
  | 'provider'
  | 'method'
  | 'redirectTo'
  | 'invitation'
  | 'linkingTargetId'
>

const FLOW = `
  id, user_id as "userId", code_challenge as challenge, provider_type as provider,
  authentication_method as method, coalesce(redirect_to, '') as "redirectTo",
  invite_token as invitation, linking_target_id as "linkingTargetId",
  provider_access_token as "sealedAccessToken", provider_refresh_token as "sealedRefreshToken",
  identity_to_link as "sealedIdentity", auth_code_issued_at as "codeIssuedAt", used_at as "usedAt", created_at as "createdAt"`

export async function insertFlow(
  q: Queryable,
  { now, ...flow }: NewFlow & { now: Date },
): Promise<void> {
  await q.query(
    `insert into auth.flow_state (id, user_id, code_challenge, code_challenge_method, provider_type,
       authentication_method, redirect_to, invite_token, linking_target_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      flow.id,
      flow.userId,
      flow.challenge,
      flow.challenge && 's256',
      flow.provider,
      flow.method,
      flow.redirectTo,
      flow.invitation,
      flow.linkingTargetId,
      now,
    ],
  )
}

export async function findFlow(q: Queryable, flowId: string): Promise<Flow | null> {
  const { rows } = await q.query<Flow>(`select ${FLOW} from auth.flow_state where id = $1`, [
    flowId,
  ])
  return rows[0] ?? null
}

export async function findFlowByCode(q: Queryable, flowCodeHash: string): Promise<Flow | null> {
  const { rows } = await q.query<Flow>(`select ${FLOW} from auth.flow_state where auth_code = $1`, [
    flowCodeHash,
  ])
  return rows[0] ?? null
}

export async function findMailFlow(
  q: Queryable,
  { userId, method }: { userId: string; method: FlowMethod },
): Promise<Flow | null> {
  const { rows } = await q.query<Flow>(
    `select ${FLOW} from auth.flow_state
     where user_id = $1 and authentication_method = $2 and auth_code is null
     order by created_at desc, id limit 1`,
    [userId, method],
  )
  return rows[0] ?? null
}

export async function deleteMailFlows(
  q: Queryable,
  { userId, method }: { userId: string; method: FlowMethod },
): Promise<void> {
  await q.query(
    `delete from auth.flow_state
     where user_id = $1 and authentication_method = $2 and auth_code is null`,
    [userId, method],
  )
}

export async function deleteFlowsOf(q: Queryable, userId: string): Promise<void> {
  await q.query('delete from auth.flow_state where user_id = $1', [userId])
}

/** False when it was already used. */
export async function markFlowUsed(q: Queryable, flowId: string, now: Date): Promise<boolean> {
  const { rowCount } = await q.query(
    'update auth.flow_state set used_at = $2, updated_at = $2 where id = $1 and used_at is null',
    [flowId, now],
  )
  return rowCount === 1
}

export async function setFlowCode(
  q: Queryable,
  flow: {
    id: string
    userId: string
    flowCodeHash: string
    sealedAccessToken: Buffer | null
    sealedRefreshToken: Buffer | null
    sealedIdentity: Buffer | null
    now: Date
  },
): Promise<void> {
  await q.query(
    `update auth.flow_state set user_id = $2, auth_code = $3, provider_access_token = $4,
       provider_refresh_token = $5, identity_to_link = $6, auth_code_issued_at = $7,
       updated_at = $7
     where id = $1`,
    [
      flow.id,
      flow.userId,
      flow.flowCodeHash,
      flow.sealedAccessToken,
      flow.sealedRefreshToken,
      flow.sealedIdentity,
      flow.now,
    ],
  )
}

/** False when it was already used. */
export async function consumeFlow(q: Queryable, flowId: string): Promise<boolean> {
  const { rowCount } = await q.query('delete from auth.flow_state where id = $1', [flowId])
  return rowCount === 1
}
