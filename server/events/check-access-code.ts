import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { AuditAction } from '../../domain/office/audit-actions.ts'
import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { consumeAlone, returnAttempt } from '../platform/rate-limits/rate-limits.ts'
import { isAccessCode } from './access-code.ts'
import { findAccessCodeHash, lockAccessCodeHash, saveGrant } from './access-grants.queries.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { GRANT_MINUTES } from './visitor.ts'

// Limits hashes in progress, because argon2id takes a core for tens of milliseconds each.
const AT_ONCE = 32

type AccessCodeTry = {
  eventId: number
  code: string
  visitorHash: Buffer
  /** Null when signed out; `memberId` also without a profile. */
  userId: string | null
  memberId: number | null
  address: string
}

type CheckDeps = Pick<Deps, 'database' | 'fieldKeys' | 'settings' | 'now'>

/**
 * Checks access codes; the right one grants 30 minutes (rules §1.7). Throws Refused not_found
 * unless the event is private, too_many_requests after 5 wrong codes per visitor or 30 per address
 * in 15 minutes, wrong_access_code or busy. Over the limit any code gets the same response
 * (docs/decisions, 21).
 */
export function createAccessCodeCheck(deps: CheckDeps): (attempt: AccessCodeTry) => Promise<void> {
  let checking = 0
  const enqueue = createKeyedQueue()
  return async (attempt) => {
    if (checking >= AT_ONCE) throw new Refused('busy')
    checking += 1
    try {
      const stored = await findAccessCodeHash(deps.database.db, attempt.eventId)
      if (stored === null) throw new Refused('not_found')
      // One at a time per address and event: an attempt counts until it succeeds, so many right
      // codes sent at once from one hall would otherwise use up the limit.
      await enqueue(addressAndEvent({ ...attempt, address: ipPrefix(attempt.address) }), () =>
        check(deps, attempt, stored),
      )
    } finally {
      checking -= 1
    }
  }
}

async function check(deps: CheckDeps, attempt: AccessCodeTry, stored: string): Promise<void> {
  const { database } = deps
  const now = deps.now()
  const counted = [
    ['access code of a visitor', visitorOrAccount(attempt)],
    ['access code of an address', addressAndEvent(attempt)],
  ] as const
  // Counted before the check and returned after a right code: concurrent attempts get no extra.
  await consumeAlone(deps, counted)
  if (!(await isAccessCode(stored, attempt.code))) {
    await audit(database.db, 'access code refused')
    throw new Refused('wrong_access_code', { status: 'error' })
  }
  await database.transaction(async (tx) => {
    // The office may have replaced the code meanwhile.
    if ((await lockAccessCodeHash(tx, attempt.eventId)) !== stored)
      throw new Refused('wrong_access_code', { status: 'error' })
    for (const [rule, subject] of counted) await returnAttempt(tx, deps, rule, subject)
    const expiresAt = new Date(now.getTime() + GRANT_MINUTES * 60_000)
    const { eventId, visitorHash, memberId } = attempt
    await saveGrant(tx, { eventId, visitorHash, memberId, expiresAt, now })
    await audit(tx, 'access code accepted')
  })

  async function audit(q: Tx | CheckDeps['database']['db'], action: AuditAction) {
    await insertAudit(
      q,
      { by: attempt, memberId: attempt.memberId, subject: `event ${attempt.eventId}`, at: now },
      action,
      { visitor: attempt.visitorHash.toString('hex').slice(0, 16) },
    )
  }
}

/** An account counts as one visitor across all its browsers. */
function visitorOrAccount({ userId, visitorHash }: AccessCodeTry): string {
  return userId ? `account ${userId}` : `visitor ${visitorHash.toString('hex')}`
}

function addressAndEvent({ address, eventId }: AccessCodeTry): string {
  return `${address} ${eventId}`
}
