import { randomUUID } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { AuthMethod } from '../tokens/access-tokens.ts'

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

export async function findSession(q: Queryable, sessionId: string): Promise<Session | null> {
  const { rows } = await q.query<SessionRow>(`select ${SESSION} from auth.sessions where id = $1`, [
    sessionId,
  ])
  return toSession(rows[0])
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

export async function insertSession(q: Queryable, session: NewSession): Promise<void> {
  const { id, userId, sealedKey, method, provider, ip, userAgent, notAfter, now } = session
  await q.query(
    `insert into auth.sessions (id, user_id, refresh_token_hmac_key, ip, user_agent, not_after,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [id, userId, sealedKey, ip, userAgent, notAfter, now],
  )
  await q.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, provider, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [randomUUID(), id, method, provider, now],
  )
  await q.query('update auth.users set last_sign_in_at = $2 where id = $1', [userId, now])
}

/** Null for `notAfter` leaves it unchanged. */
export async function updateRefreshed(
  q: Queryable,
  {
    id,
    counter,
    ip,
    userAgent,
    notAfter,
    now,
  }: {
    id: string
    counter: number
    ip: string
    userAgent: string
    notAfter: Date | null
    now: Date
  },
): Promise<void> {
  await q.query(
    `update auth.sessions set refresh_token_counter = $2, refreshed_at = $3, ip = $4, user_agent = $5,
       not_after = coalesce($6, not_after), updated_at = $3
     where id = $1`,
    [id, counter, now, ip, userAgent, notAfter],
  )
}

export async function setReauthenticated(
  q: Queryable,
  sessionId: string,
  now: Date,
): Promise<void> {
  await q.query('update auth.sessions set reauthenticated_at = $2 where id = $1', [sessionId, now])
}

/** Newest first; timestamps in Unix seconds. */
export async function authMethodsOf(q: Queryable, sessionId: string): Promise<AuthMethod[]> {
  const { rows } = await q.query<{ method: string; provider: string | null; updatedAt: Date }>(
    `select authentication_method as method, provider, updated_at as "updatedAt"
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, id`,
    [sessionId],
  )
  return rows.map(({ method, provider, updatedAt }) => ({
    method,
    timestamp: Math.floor(updatedAt.getTime() / 1000),
    ...(provider && { provider }),
  }))
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

/** `secondFactorFlag`: the app_metadata flag of accounts that need a second factor. */
export async function findLiveSession(
  q: Queryable,
  {
    sessionId,
    userId,
    secondFactorFlag,
    now,
  }: { sessionId: string; userId: string; secondFactorFlag: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await q.query({
    // Runs with every signed-in call, so it is prepared once per connection.
    name: 'live session',
    text: `select 1 from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = $1 and s.user_id = $2 and u.deleted_at is null
       and (s.not_after is null or s.not_after > $3)
       and (u.banned_until is null or u.banned_until <= $3)
       and (s.aal = 'aal2' or (u.raw_app_meta_data -> $4 is distinct from 'true'::jsonb
         and not exists (
           select 1 from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
             and f.factor_type <> 'recovery_code')))`,
    values: [sessionId, userId, now, secondFactorFlag],
  })
  return rowCount === 1
}

// pg returns int8 as text.
function toSession(row: SessionRow | undefined): Session | null {
  return row ? { ...row, counter: Number(row.counter) } : null
}
