import { and, asc, desc, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  events,
  members,
  preparationAnswers,
  preparationLinks,
} from '../../platform/db/schema.ts'

export type PreparationLink = typeof preparationLinks.$inferSelect

/** Booked appointments that start in this time and have no link yet for it, soonest first. */
export function listUncheckedBetween(q: Queryable, { now, until }: { now: Date; until: Date }) {
  const link = q
    .select({ id: preparationLinks.appointmentId })
    .from(preparationLinks)
    .where(
      and(
        eq(preparationLinks.appointmentId, appointments.id),
        eq(preparationLinks.startsAt, appointments.slotStartsAt),
      ),
    )
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      startsAt: appointments.slotStartsAt,
      // Only moving and cancelling change an appointment.
      agreedAt: appointments.updatedAt,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(
      and(
        eq(appointments.status, 'booked'),
        gt(appointments.slotStartsAt, now),
        lte(appointments.slotStartsAt, until),
        isNull(members.erasedAt),
        notExists(link),
      ),
    )
    .orderBy(appointments.slotStartsAt, appointments.id)
}

/** False when the appointment at this time has a link already. */
export async function insertPreparationLink(
  q: Queryable,
  link: typeof preparationLinks.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await q.insert(preparationLinks).values(link).onConflictDoNothing()
  return rowCount === 1
}

/** Also an ended one. */
export async function findPreparationLink(
  q: Queryable,
  keyHash: Buffer,
): Promise<PreparationLink | null> {
  const [link] = await q
    .select()
    .from(preparationLinks)
    .where(eq(preparationLinks.keyHash, keyHash))
  return link ?? null
}

/** False when it was answered before. */
export async function markAnswered(
  q: Queryable,
  { keyHash, at }: { keyHash: Buffer; at: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(preparationLinks)
    .set({ answeredAt: sql`${sql.param(at, preparationLinks.answeredAt)}` })
    .where(and(eq(preparationLinks.keyHash, keyHash), isNull(preparationLinks.answeredAt)))
  return rowCount === 1
}

/** Ends the link; false when it moved the appointment before. */
export async function markMoved(
  q: Queryable,
  { keyHash, at }: { keyHash: Buffer; at: Date },
): Promise<boolean> {
  const { rowCount } = await q
    .update(preparationLinks)
    .set({ movedAt: sql`${sql.param(at, preparationLinks.movedAt)}` })
    .where(and(eq(preparationLinks.keyHash, keyHash), isNull(preparationLinks.movedAt)))
  return rowCount === 1
}

export async function insertAnswers(
  q: Queryable,
  row: typeof preparationAnswers.$inferInsert,
): Promise<void> {
  await q.insert(preparationAnswers).values(row)
}

export async function findAnswers(
  q: Queryable,
  { appointmentId, startsAt }: { appointmentId: number; startsAt: Date },
): Promise<typeof preparationAnswers.$inferSelect | null> {
  const [row] = await q
    .select()
    .from(preparationAnswers)
    .where(
      and(
        eq(preparationAnswers.appointmentId, appointmentId),
        eq(preparationAnswers.startsAt, startsAt),
      ),
    )
  return row ?? null
}

/** To the last check of the appointment, which may have been moved since an earlier one. */
export async function findLatestAnswers(q: Queryable, appointmentId: number) {
  const [row] = await q
    .select()
    .from(preparationAnswers)
    .where(eq(preparationAnswers.appointmentId, appointmentId))
    .orderBy(desc(preparationAnswers.id))
    .limit(1)
  return row ?? null
}

/** Oldest first. */
export function listAnswersOf(q: Queryable, memberId: number) {
  return q
    .select({
      event_name: events.name,
      answered_at: preparationAnswers.answeredAt,
      appointmentId: preparationAnswers.appointmentId,
      startsAt: preparationAnswers.startsAt,
      sealed: preparationAnswers.sealed,
    })
    .from(preparationAnswers)
    .innerJoin(appointments, eq(appointments.id, preparationAnswers.appointmentId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(eq(preparationAnswers.memberId, memberId))
    .orderBy(asc(preparationAnswers.id))
}

/** Without keys. */
export function listChecksOf(q: Queryable, memberId: number) {
  return q
    .select({
      cause: sql<string>`'appointment ' || ${appointments.reference}`,
      told_at: preparationLinks.createdAt,
      works_until: preparationLinks.expiresAt,
      answered_at: preparationLinks.answeredAt,
      moved_at: preparationLinks.movedAt,
    })
    .from(preparationLinks)
    .innerJoin(appointments, eq(appointments.id, preparationLinks.appointmentId))
    .where(eq(preparationLinks.memberId, memberId))
    .orderBy(asc(preparationLinks.createdAt))
}
