import { randomUUID } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { Account, AuthMethod } from '../user.ts'
import {
  ACCOUNT,
  type DetailsRow,
  detailsOf,
  toDetails,
  type UserDetails,
} from './users.queries.ts'

/** `sealedKey` signs its refresh tokens. */
export type Session = {
  id: string
  userId: string
  aal: string
  sealedKey: Buffer
  counter: number
  refreshedAt: Date | null
  notAfter: Date | null
  createdAt: Date
  reauthenticatedAt: Date | null
}

type SessionRow = Omit<Session, 'counter'> & { counter: string | number }

const SESSION = `
  id, user_id as "userId", aal, refresh_token_hmac_key as "sealedKey",
  refresh_token_counter as counter, refreshed_at as "refreshedAt", not_after as "notAfter",
  created_at as "createdAt", reauthenticated_at as "reauthenticatedAt"`

/** Whose column names differ from those of an account. */
const SESSION_OF_ACCOUNT = `
  id as "sessionId", user_id as "userId", aal, refresh_token_hmac_key as "sealedKey",
  refresh_token_counter as counter, refreshed_at as "refreshedAt", not_after as "notAfter",
  created_at as "startedAt", reauthenticated_at as "reauthenticatedAt"`

type SessionAndAccountRow = { [key in keyof Account]: Account[key] | null } & {
  [key in keyof Omit<SessionRow, 'id' | 'createdAt'>]: SessionRow[key] | null
} & { sessionId: string | null; startedAt: Date | null; hasSecondFactor: boolean }

/**
 * The session and its account, each null when it does not exist. With `userId`, that user's account,
 * and the session only if it is theirs. `hasSecondFactor`: a verified one, recovery codes aside.
 */
export async function findSessionAndAccount(
  q: Queryable,
  { sessionId, userId }: { sessionId: string | null; userId?: string },
): Promise<{ session: Session | null; account: Account | null; hasSecondFactor: boolean }> {
  const { rows } = await q.query<SessionAndAccountRow>({
    name: userId ? 'bearer' : 'session to refresh',
    text: `select session.*, account.*, exists (
         select 1 from auth.mfa_factors f where f.user_id = account.id and f.status = 'verified'
           and f.factor_type <> 'recovery_code') as "hasSecondFactor"
       from (select ${SESSION_OF_ACCOUNT} from auth.sessions where id = $1) session
       ${userId ? 'right' : 'left'} join (select ${ACCOUNT} from auth.users
         where deleted_at is null ${userId ? 'and id = $2' : ''}) account
       on account.id = session."userId"`,
    values: userId ? [sessionId, userId] : [sessionId],
  })
  const [row] = rows
  if (!row) return { session: null, account: null, hasSecondFactor: false }
  const { sessionId: id, startedAt: createdAt, hasSecondFactor, ...columns } = row
  const { userId: of, aal, sealedKey, counter, refreshedAt, notAfter, ...others } = columns
  const { reauthenticatedAt, ...account } = others
  const session = { id, userId: of, aal, sealedKey, counter, refreshedAt, notAfter, createdAt }
  return {
    session: id === null ? null : toSession({ ...session, reauthenticatedAt } as SessionRow),
    account: account.id === null ? null : (account as Account),
    hasSecondFactor,
  }
}

/** Null when it is gone or locked by another transaction. */
export async function lockSession(q: Queryable, sessionId: string): Promise<Session | null> {
  const { rows } = await q.query<SessionRow>(
    `select ${SESSION} from auth.sessions where id = $1 for update skip locked`,
    [sessionId],
  )
  return toSession(rows[0])
}

export type NewSession = {
  id: string
  userId: string
  sealedKey: Buffer
  method: string
  provider: string | null
  ip: string
  userAgent: string
  notAfter: Date | null
  now: Date
}

/** Writes the session, its sign-in and the audit entry in one statement. */
export async function insertSession(
  q: Queryable,
  { id, userId, sealedKey, method, provider, ip, userAgent, notAfter, now }: NewSession,
): Promise<UserDetails> {
  const payload = { method, ...(provider && { provider }), user_agent: userAgent }
  const { rows } = await q.query<DetailsRow>({
    name: 'start session',
    text: `with session as (
       insert into auth.sessions (id, user_id, refresh_token_hmac_key, ip, user_agent, not_after,
         created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)),
     claim as (
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, provider, created_at,
         updated_at)
       values ($8, $1, $9, $10, $7, $7)),
     account as (update auth.users set last_sign_in_at = $7 where id = $2),
     audit as (
       insert into auth.audit_log_entries (id, action, user_id, session_id, ip_address, payload,
         created_at)
       values ($11, 'login', $2, $1, $4, $12, $7))
     select ${detailsOf('$2')}`,
    values: [
      ...[id, userId, sealedKey, ip, userAgent, notAfter, now],
      ...[randomUUID(), method, provider, randomUUID(), payload],
    ],
  })
  return toDetails(rows[0])
}

/** As they are after the refresh. */
type Refreshed = UserDetails & { aal: string; amr: AuthMethod[] }

/**
 * Sets the counter and writes the audit entry in one statement. Null when the session is gone,
 * locked by another transaction or no longer at `known`. Null for `notAfter` leaves it unchanged.
 */
export async function refreshCounter(
  q: Queryable,
  {
    session: { id, userId, counter: known },
    counter,
    ip,
    userAgent,
    notAfter,
    payload,
    now,
  }: {
    session: Session
    counter: number
    ip: string
    userAgent: string
    notAfter: Date | null
    payload: Record<string, unknown>
    now: Date
  },
): Promise<Refreshed | null> {
  const { rows } = await q.query<DetailsRow & { aal: string; claims: Claim[] }>({
    name: 'refresh session',
    text: `with session as (
       update auth.sessions set refresh_token_counter = $3, refreshed_at = $4, ip = $5,
         user_agent = $6, not_after = coalesce($7, not_after), updated_at = $4
       where id = (select id from auth.sessions where id = $1 and refresh_token_counter = $8
         for update skip locked)
       returning id, aal),
     audit as (
       insert into auth.audit_log_entries (id, action, user_id, session_id, ip_address, payload,
         created_at)
       select $9, 'token_refreshed', $2, id, $5, $10, $4 from session)
     select aal, ${detailsOf('$2')},
       (select coalesce(json_agg(c order by "updatedAt" desc, id), '[]')
        from (select ${CLAIM} from auth.mfa_amr_claims where session_id = $1) c) as claims
     from session`,
    values: [id, userId, counter, now, ip, userAgent, notAfter, known, randomUUID(), payload],
  })
  const [row] = rows
  return row ? { ...toDetails(row), aal: row.aal, amr: row.claims.map(toAuthMethod) } : null
}

export async function setReauthenticated(
  q: Queryable,
  sessionId: string,
  now: Date,
): Promise<void> {
  await q.query('update auth.sessions set reauthenticated_at = $2 where id = $1', [sessionId, now])
}

type Claim = { method: string; provider: string | null; updatedAt: Date | string }

const CLAIM = 'id, authentication_method as method, provider, updated_at as "updatedAt"'

/** Newest first; timestamps in Unix seconds. */
export async function authMethodsOf(q: Queryable, sessionId: string): Promise<AuthMethod[]> {
  const { rows } = await q.query<Claim>(
    `select ${CLAIM} from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, id`,
    [sessionId],
  )
  return rows.map(toAuthMethod)
}

export function toAuthMethod({ method, provider, updatedAt }: Claim): AuthMethod {
  const timestamp = Math.floor(new Date(updatedAt).getTime() / 1000)
  return { method, timestamp, ...(provider && { provider }) }
}

export async function findSessionsOf(
  q: Queryable,
  { userId, now }: { userId: string; now: Date },
): Promise<
  {
    id: string
    since: Date
    lastUsedAt: Date | null
    address: string | null
    device: string | null
  }[]
> {
  const { rows } = await q.query(
    `select id, created_at as since, refreshed_at as "lastUsedAt", ip as address, user_agent as device
     from auth.sessions where user_id = $1 and (not_after is null or not_after > $2)
     order by created_at desc`,
    [userId, now],
  )
  return rows
}

export async function deleteSession(q: Queryable, sessionId: string): Promise<void> {
  await q.query('delete from auth.sessions where id = $1', [sessionId])
}

export async function deleteSessionsOf(q: Queryable, userId: string): Promise<void> {
  await q.query('delete from auth.sessions where user_id = $1', [userId])
}

export async function deleteOtherSessions(
  q: Queryable,
  { userId, keep }: { userId: string; keep: string },
): Promise<void> {
  await q.query('delete from auth.sessions where user_id = $1 and id <> $2', [userId, keep])
}

type SignOutScope = 'global' | 'local' | 'others'

const SIGNED_OUT = {
  global: 'user_id = $1',
  local: 'id = $2',
  others: 'user_id = $1 and id <> $2',
} satisfies Record<SignOutScope, string>

/** Deletes the sessions and writes the audit entry in one statement. Call it in retryOnDeadlock. */
export async function signOut(
  q: Queryable,
  scope: SignOutScope,
  { userId, sessionId, ip, now }: { userId: string; sessionId: string; ip: string; now: Date },
): Promise<void> {
  await q.query({
    name: `sign out ${scope}`,
    text: `with gone as (delete from auth.sessions where ${SIGNED_OUT[scope]})
     insert into auth.audit_log_entries (id, action, user_id, session_id, ip_address, payload,
       created_at)
     values ($3, 'logout', $1, $2, $4, $5, $6)`,
    values: [userId, sessionId, randomUUID(), ip, { scope }, now],
  })
}

export type ClaimedSession = { sessionId: string; userId: string }

/**
 * Of each of `asked`, whether it is live. `secondFactorFlag`: the app_metadata flag of accounts
 * that need a second factor.
 */
export async function areSessionsLive(
  q: Queryable,
  {
    sessions,
    secondFactorFlag,
    now,
  }: { sessions: ClaimedSession[]; secondFactorFlag: string; now: Date },
): Promise<boolean[]> {
  const { rows } = await q.query<{ live: number[] }>({
    // Runs with every signed-in call, so it is prepared once per connection.
    name: 'live sessions',
    // Lateral with a limit, so that each session is found by its key however small the tables are.
    // JSON, because PostgreSQL plans a statement with an array anew for each array.
    text: `select array(select asked.place::int - 1
      from rows from (json_to_recordset($1) as (id uuid, user_id uuid)) with ordinality
          as asked (id, user_id, place),
        lateral (select from auth.sessions s join auth.users u on u.id = s.user_id
          where s.id = asked.id and s.user_id = asked.user_id and u.deleted_at is null
            and (s.not_after is null or s.not_after > $2)
            and (u.banned_until is null or u.banned_until <= $2)
            and (s.aal = 'aal2' or (u.raw_app_meta_data -> $3 is distinct from 'true'::jsonb
              and not exists (
                select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
                  and f.factor_type <> 'recovery_code')))
          limit 1) live) as live`,
    values: [
      JSON.stringify(sessions.map(({ sessionId: id, userId }) => ({ id, user_id: userId }))),
      now,
      secondFactorFlag,
    ],
  })
  const live = new Set(rows[0]?.live)
  return sessions.map((_, place) => live.has(place))
}

// pg returns int8 as text.
function toSession(row: SessionRow | undefined): Session | null {
  return row ? { ...row, counter: Number(row.counter) } : null
}
