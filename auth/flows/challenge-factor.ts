import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import { insertChallenge, type StoredFactor } from '../queries/factors.queries.ts'
import { auditFactor, type Caller } from './factors.ts'

export const CHALLENGE_SECONDS = 300

export async function challengeTotp(deps: Deps, caller: Caller, factor: StoredFactor) {
  return await inTransaction(deps.pool, (client) => createChallenge(deps, client, caller, factor))
}

export async function createChallenge(
  deps: Deps,
  q: pg.PoolClient,
  caller: Caller,
  factor: StoredFactor,
) {
  const now = deps.now()
  const id = randomUUID()
  await insertChallenge(q, { id, factorId: factor.id, ip: caller.clientInfo.ip, now })
  await auditFactor(deps, q, caller, 'challenge_created', { factor_id: factor.id })
  const expiresAt = Math.floor(later(now, CHALLENGE_SECONDS).getTime() / 1000)
  return { id, type: factor.type, expires_at: expiresAt }
}
