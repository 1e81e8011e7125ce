import { randomUUID } from 'node:crypto'
import { asyncCommit, type Queryable } from '../db/database.ts'
import type { FlowMethod } from './flows.queries.ts'

/** `sms_confirmation` is for a sign-up by phone, `sms` for a sign-in. */
export type TokenKind =
  | 'confirmation'
  | 'recovery'
  | 'magiclink'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'
  | 'sms_confirmation'
  | 'sms'
  | 'phone_change'

export const MAX_CODE_ATTEMPTS = 5

type NewToken = {
  userId: string
  kind: TokenKind
  relatesTo: string
  linkHash: Buffer
  linkExpiresAt: Date
  codeHash: Buffer
  codeExpiresAt: Date
  /** Mail flows to delete, or null. */
  endedFlows: FlowMethod | null
  now: Date
}

/** Replaces the user's earlier token of this kind. */
export async function upsertToken(q: Queryable, token: NewToken): Promise<void> {
  await q.query(
    `with flows as (
       delete from auth.flow_state
       where user_id = $2 and authentication_method = $10 and auth_code is null)
     insert into auth.one_time_tokens (id, user_id, token_type, relates_to, link_hash,
       link_expires_at, code_hash, code_expires_at, attempts, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9)
     on conflict (user_id, token_type) do update set id = excluded.id,
       relates_to = excluded.relates_to, link_hash = excluded.link_hash,
       link_expires_at = excluded.link_expires_at, code_hash = excluded.code_hash,
       code_expires_at = excluded.code_expires_at, attempts = 0, created_at = excluded.created_at`,
    [
      randomUUID(),
      token.userId,
      token.kind,
      token.relatesTo,
      token.linkHash,
      token.linkExpiresAt,
      token.codeHash,
      token.codeExpiresAt,
      token.now,
      token.endedFlows,
    ],
  )
}

export type OneTimeToken = { id: string; userId: string; kind: TokenKind }

export async function findTokenByLink(
  q: Queryable,
  { linkHash, kinds, now }: { linkHash: Buffer; kinds: TokenKind[]; now: Date },
): Promise<OneTimeToken | null> {
  const { rows } = await q.query<OneTimeToken>(
    `select id, user_id as "userId", token_type as kind from auth.one_time_tokens
     where link_hash = $1 and token_type = any($2) and link_expires_at > $3`,
    [linkHash, kinds, now],
  )
  return rows[0] ?? null
}

export async function findToken(
  q: Queryable,
  { id, now }: { id: string; now: Date },
): Promise<OneTimeToken | null> {
  const { rows } = await q.query<OneTimeToken>(
    `select id, user_id as "userId", token_type as kind from auth.one_time_tokens
     where id = $1 and link_expires_at > $2`,
    [id, now],
  )
  return rows[0] ?? null
}

/** Counts one attempt at each code sent to this contact; returns those with attempts left. */
export async function countCodeAttempt(
  q: Queryable,
  { sentTo, kinds, now }: { sentTo: string; kinds: TokenKind[]; now: Date },
): Promise<(OneTimeToken & { codeHash: Buffer })[]> {
  const { rows } = await q.query<OneTimeToken & { codeHash: Buffer }>(
    `update auth.one_time_tokens set attempts = attempts + 1
     from cast($1 as text) as contact${asyncCommit(q)}
     where relates_to = contact and token_type = any($2) and attempts < $3 and code_expires_at > $4
     returning id, user_id as "userId", token_type as kind, code_hash as "codeHash"`,
    [sentTo, kinds, MAX_CODE_ATTEMPTS, now],
  )
  return rows
}

/** False when it was already used. */
export async function consumeToken(q: Queryable, tokenId: string): Promise<boolean> {
  const { rowCount } = await q.query('delete from auth.one_time_tokens where id = $1', [tokenId])
  return rowCount === 1
}

/** And the user's other tokens and flows, as deleteTokensOf. False when it was already used. */
export async function consumeTokenAndOthers(q: Queryable, tokenId: string): Promise<boolean> {
  const { rowCount } = await q.query(
    `with used as (delete from auth.one_time_tokens where id = $1 returning user_id),
     others as (
       delete from auth.one_time_tokens t using used where t.user_id = used.user_id and t.id <> $1),
     flows as (
       delete from auth.flow_state f using used
       where f.user_id = used.user_id and f.auth_code is not null)
     select 1 from used`,
    [tokenId],
  )
  return rowCount === 1
}

/** And the flows whose code is not redeemed. */
export async function deleteTokensOf(q: Queryable, userId: string): Promise<void> {
  await q.query(
    `with tokens as (delete from auth.one_time_tokens where user_id = $1)
     delete from auth.flow_state where user_id = $1 and auth_code is not null`,
    [userId],
  )
}

export async function deleteTokensOfKind(
  q: Queryable,
  { userId, kinds }: { userId: string; kinds: TokenKind[] },
): Promise<void> {
  await q.query('delete from auth.one_time_tokens where user_id = $1 and token_type = any($2)', [
    userId,
    kinds,
  ])
}
