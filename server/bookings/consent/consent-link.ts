import { randomBytes } from 'node:crypto'
import { DAY_MS } from '../../../domain/durations.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { consentRequested } from '../../messages/mails/consent-requested.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { findBookedTests, insertConsentLink } from './consent.queries.ts'
import { dayOf } from './day-of.ts'

const LINK_DAYS = 7

/**
 * Mails a single-use link; returns its expiry and the address, null without a test on that London date.
 * `allow` runs first, in the same transaction, and may refuse it.
 */
export async function sendConsentLink(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & { settings: { publicUrl: string } },
  {
    memberId,
    testDate,
    allow,
  }: { memberId: number; testDate: string; allow?: (tx: Tx) => Promise<unknown> },
): Promise<{ until: Date; eventName: string; to: string } | null> {
  const now = deps.now()
  const key = randomBytes(32).toString('base64url')
  return commit(deps, async (tx) => {
    await allow?.(tx)
    const member = await findMember(tx, memberId)
    const [test] = await findBookedTests(tx, { memberId, ...dayOf(testDate) })
    if (!member?.email || !test || test.startsAt <= now) return null
    if (!(await mayTellMember(tx, memberId, 'appointment'))) return null
    const { eventId, eventName, startsAt } = test
    const until = new Date(Math.min(now.getTime() + LINK_DAYS * DAY_MS, startsAt.getTime()))
    await insertConsentLink(tx, {
      keyHash: hashOfLinkKey(key),
      memberId,
      eventId,
      createdAt: now,
      expiresAt: until,
    })
    const subject = `member ${memberId}`
    const details = { event: eventId, until: until.toISOString() }
    await insertAudit(tx, { memberId, subject, at: now }, 'consent link sent', details)
    const { publicUrl } = deps.settings
    const link = `${publicUrl}/test-consent?profile_id=${memberId}&test_date=${testDate}#key=${key}`
    await deps.jobs.enqueue(
      tx,
      'mail',
      consentRequested({ member, eventName, startsAt, until, link }),
    )
    return { until, eventName, to: member.email }
  })
}
