import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'
import { type Guess, giveGuessBack } from '../rate-limits/rate-limits.queries.ts'
import { isAccessCode } from './access-code.ts'
import { findAccessCodeHash, keepGrant } from './access-grants.queries.ts'
import { createKeyedQueue } from './keyed-queue.ts'
import { GRANT_MINUTES } from './visitor.ts'

const WINDOW_MS = 15 * 60_000
const WRONG_PER_VISITOR = 5
const WRONG_PER_ADDRESS_AND_EVENT = 30
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

type CheckDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>

/**
 * Checks access codes; the right one grants 30 minutes (design §3a). Throws Refused not_found
 * unless the event is private, too_many_requests after 5 wrong codes per visitor or 30 per address
 * in 15 minutes, wrong_access_code or busy. Over the limit any code gets the same response
 * (docs/decisions, 21).
 */
export function createAccessCodeCheck(deps: CheckDeps): (asked: AccessCodeTry) => Promise<void> {
  let checking = 0
  const enqueue = createKeyedQueue()
  return async (asked) => {
    if (checking >= AT_ONCE) throw new Refused('busy')
    checking += 1
    try {
      const stored = await findAccessCodeHash(deps.database.db, asked.eventId)
      if (stored === null) throw new Refused('not_found')
      // One at a time per address and event: an attempt counts until it succeeds, so many right
      // codes sent at once from one hall would otherwise use up the limit.
      const key = `${ipPrefix(asked.address)} ${asked.eventId}`
      await enqueue(key, () => check(deps, asked, stored))
    } finally {
      checking -= 1
    }
  }
}

async function check(deps: CheckDeps, asked: AccessCodeTry, stored: string): Promise<void> {
  const { database } = deps
  const now = deps.now()
  const guesses = guessesOf(asked, deps)
  // Counted before the check and returned after a right code: concurrent attempts get no extra.
  await database.transaction(async (tx) => {
    for (const { limit, ...guess } of guesses) {
      await consumeOrThrow(tx, guess, { limit, windowMs: WINDOW_MS, now })
    }
  })
  if (!(await isAccessCode(stored, asked.code))) {
    await audit(database.db, 'access code refused')
    throw new Refused('wrong_access_code', { status: 'error' })
  }
  await database.transaction(async (tx) => {
    for (const { what, who } of guesses) await giveGuessBack(tx, { what, who })
    const expiresAt = new Date(now.getTime() + GRANT_MINUTES * 60_000)
    const { eventId, visitorHash, memberId } = asked
    await keepGrant(tx, { eventId, visitorHash, memberId, expiresAt, now })
    await audit(tx, 'access code accepted')
  })

  async function audit(q: Tx | CheckDeps['database']['db'], action: string) {
    await insertAudit(q, {
      actorUserId: asked.userId,
      memberId: asked.memberId,
      action,
      subject: `event ${asked.eventId}`,
      details: { visitor: asked.visitorHash.toString('hex').slice(0, 16) },
      at: now,
    })
  }
}

/** An account counts as one visitor across all its browsers. */
function guessesOf(asked: AccessCodeTry, { fieldKeys }: CheckDeps): (Guess & { limit: number })[] {
  const { userId, visitorHash, eventId } = asked
  const visitor = userId ? `account ${userId}` : `visitor ${visitorHash.toString('hex')}`
  const address = `${ipPrefix(asked.address)} ${eventId}`
  const guess = (what: string, who: string, limit: number) => ({
    what,
    who: fieldKeys.blindIndex(who, what),
    limit,
  })
  return [
    guess('access code of a visitor', visitor, WRONG_PER_VISITOR),
    guess('access code of an address', address, WRONG_PER_ADDRESS_AND_EVENT),
  ]
}
