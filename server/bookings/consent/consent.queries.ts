import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { attendanceOfAppointment } from '../../facts/arrivals.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  consentLinks,
  consents,
  consentText,
  consentWithdrawals,
  events,
} from '../../platform/db/schema.ts'

export async function insertConsent(
  q: Queryable,
  consent: typeof consents.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(consents).values(consent).returning({ id: consents.id })
  if (!row) throw new Error('an inserted consent has no id')
  return row.id
}

export async function findConsentOfAppointment(q: Queryable, appointmentId: number) {
  const [row] = await q
    .select({
      ...getTableColumns(consents),
      isWithdrawn: sql<boolean>`${consentWithdrawals.id} is not null`,
    })
    .from(appointments)
    .innerJoin(consents, eq(consents.id, appointments.consentId))
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .where(eq(appointments.id, appointmentId))
  return row ?? null
}

/** Stores the words of a version once. Throws Error when other words have this version. */
export async function saveConsentText(
  q: Queryable,
  { version, words, now }: { version: string; words: object; now: Date },
): Promise<void> {
  await q.insert(consentText).values({ version, words, createdAt: now }).onConflictDoNothing()
  const [stored] = await q
    .select({ words: consentText.words })
    .from(consentText)
    .where(eq(consentText.version, version))
  if (!isDeepStrictEqual(stored?.words, { ...words }))
    throw new Error(`the words of ${version} changed: give them a new version`)
}

export async function areConsentWordsKnown(q: Queryable, version: string): Promise<boolean> {
  return (await q.$count(consentText, eq(consentText.version, version))) > 0
}

export type BookedTest = { id: number; reference: string; startsAt: Date }

/** Past appointments included. */
export async function findBookedTest(
  q: Queryable,
  { memberId, eventId }: { memberId: number; eventId: number },
): Promise<BookedTest | null> {
  const [row] = await q
    .select({
      id: appointments.id,
      reference: appointments.reference,
      startsAt: appointments.slotStartsAt,
      attendance: attendanceOfAppointment(appointments.id),
    })
    .from(appointments)
    .where(
      and(
        eq(appointments.memberId, memberId),
        eq(appointments.eventId, eventId),
        eq(appointments.status, 'booked'),
      ),
    )
    // After 'no sample' there may be a second one.
    .orderBy(sql`${appointments.endedAt} is not null`, desc(appointments.id))
    .limit(1)
  return row ?? null
}

export async function findBookedTests(
  q: Queryable,
  params: { memberId: number; from: Date; before: Date },
): Promise<{ eventId: number; eventName: string; startsAt: Date }[]> {
  return q
    .select({
      eventId: appointments.eventId,
      eventName: events.name,
      startsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(
      and(
        eq(appointments.memberId, params.memberId),
        eq(appointments.status, 'booked'),
        sql`${appointments.slotStartsAt} >= ${params.from}`,
        sql`${appointments.slotStartsAt} < ${params.before}`,
      ),
    )
    .orderBy(asc(appointments.slotStartsAt))
}

export async function insertConsentLink(
  q: Queryable,
  link: typeof consentLinks.$inferInsert,
): Promise<void> {
  await q.insert(consentLinks).values(link)
}

type ConsentLink = { memberId: number; eventId: number }

export async function findConsentLink(
  q: Queryable,
  params: { keyHash: Buffer; now: Date },
): Promise<ConsentLink | null> {
  const [link] = await q
    .select({ memberId: consentLinks.memberId, eventId: consentLinks.eventId })
    .from(consentLinks)
    .where(isUsable(params))
  return link ?? null
}

/** Like findConsentLink, and marks the link used: of two concurrent calls one gets null. */
export async function redeemConsentLink(
  q: Queryable,
  params: { keyHash: Buffer; now: Date },
): Promise<ConsentLink | null> {
  const [link] = await q
    .update(consentLinks)
    .set({ usedAt: params.now })
    .where(isUsable(params))
    .returning({ memberId: consentLinks.memberId, eventId: consentLinks.eventId })
  return link ?? null
}

function isUsable({ keyHash, now }: { keyHash: Buffer; now: Date }) {
  return and(
    eq(consentLinks.keyHash, keyHash),
    isNull(consentLinks.usedAt),
    gt(consentLinks.expiresAt, now),
  )
}
