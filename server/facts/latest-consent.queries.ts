import { and, desc, eq, gt, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, consents, consentWithdrawals, events } from '../platform/db/schema.ts'

export type LatestConsent = { id: number; eventName: string; withdrawnAt: Date | null }

export async function findLatestConsent(
  q: Queryable,
  { memberId, eventId }: { memberId: number; eventId: number },
): Promise<LatestConsent | null> {
  const [row] = await q
    .select({
      id: consents.id,
      eventName: events.name,
      withdrawnAt: consentWithdrawals.withdrawnAt,
    })
    .from(consents)
    .innerJoin(events, eq(events.id, consents.eventId))
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .where(and(eq(consents.memberId, memberId), eq(consents.eventId, eventId)))
    .orderBy(desc(consents.id))
    .limit(1)
  return row ?? null
}

/** SQL: whether the last consent of this member for this event was withdrawn. */
export function isLastConsentWithdrawn(memberId: SQLWrapper, eventId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (select from consent_withdrawals gone where gone.consent_id = (
    select max(latest.id) from consents latest
      where latest.member_id = ${memberId} and latest.event_id = ${eventId}))`
}

export async function isConsentWithdrawn(
  q: Queryable,
  ids: { memberId: number; eventId: number },
): Promise<boolean> {
  const latest = await findLatestConsent(q, ids)
  return latest !== null && latest.withdrawnAt !== null
}

/** The member's latest consent for each event, newest first. */
export async function listLatestConsents(q: Queryable, memberId: number) {
  const newer = alias(consents, 'newer')
  const isNewer = and(
    eq(newer.memberId, consents.memberId),
    eq(newer.eventId, consents.eventId),
    gt(newer.id, consents.id),
  )
  return q
    .select({
      eventId: consents.eventId,
      eventName: events.name,
      testDate: consents.psaTestDate,
      givenAt: consents.givenAt,
      wordsVersion: consents.wordsVersion,
      gpSharing: consents.gpSharing,
      withdrawnAt: consentWithdrawals.withdrawnAt,
      appointmentAt: appointments.slotStartsAt,
    })
    .from(consents)
    .innerJoin(events, eq(events.id, consents.eventId))
    .leftJoin(newer, isNewer)
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .leftJoin(
      appointments,
      and(
        eq(appointments.memberId, consents.memberId),
        eq(appointments.eventId, consents.eventId),
        eq(appointments.status, 'booked'),
      ),
    )
    .where(and(eq(consents.memberId, memberId), isNull(newer.id)))
    .orderBy(desc(consents.id))
}

export async function insertWithdrawal(
  q: Queryable,
  withdrawal: typeof consentWithdrawals.$inferInsert,
): Promise<void> {
  await q.insert(consentWithdrawals).values(withdrawal)
}

export async function isWithdrawn(q: Queryable, consentId: number): Promise<boolean> {
  const rows = await q
    .select({ id: consentWithdrawals.id })
    .from(consentWithdrawals)
    .where(eq(consentWithdrawals.consentId, consentId))
  return rows.length > 0
}
