import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Payable } from '../../../domain/office/payment-links.ts'
import type { PhoneFacts } from '../../../domain/proven-mobile.ts'
import { findMoney } from '../../money/refunds/money-records.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, events, members, paymentLinks } from '../../platform/db/schema.ts'
import { followMoney } from '../../tasks/call-about-money.ts'

type PaymentLink = typeof paymentLinks.$inferSelect

/** What is paid by a link, with the member who is asked to pay. */
export type LinkedAppointment = Payable & { id: number; eventId: number; memberId: number }

/** Closes the appointment's open link first: only the newest works. */
export async function replacePaymentLink(
  q: Queryable,
  link: typeof paymentLinks.$inferInsert,
): Promise<void> {
  const { appointmentId, createdAt } = link
  await q
    .update(paymentLinks)
    .set({ closedAt: createdAt })
    .where(and(eq(paymentLinks.appointmentId, appointmentId), isNull(paymentLinks.closedAt)))
  await q.insert(paymentLinks).values(link)
}

/** Also an expired or closed one. */
export async function findPaymentLink(q: Queryable, keyHash: Buffer): Promise<PaymentLink | null> {
  const [link] = await q.select().from(paymentLinks).where(eq(paymentLinks.keyHash, keyHash))
  return link ?? null
}

/** Locks the appointment until the transaction ends. */
export async function lockPayable(
  q: Queryable,
  appointmentId: number | null,
): Promise<LinkedAppointment | null> {
  if (appointmentId === null) return null
  const [row] = await selectPayable(q)
    .where(eq(appointments.id, appointmentId))
    .for('update', { of: appointments })
  return row ? withDue(q, row) : null
}

export async function findPayable(
  q: Queryable,
  appointmentId: number,
): Promise<LinkedAppointment | null> {
  const [row] = await selectPayable(q).where(eq(appointments.id, appointmentId))
  return row ? withDue(q, row) : null
}

async function withDue(
  q: Queryable,
  row: Omit<LinkedAppointment, 'duePence'>,
): Promise<LinkedAppointment> {
  const { duePence } = await findMoney(q, row.id)
  return { ...row, duePence }
}

function selectPayable(q: Queryable) {
  return q
    .select({
      id: appointments.id,
      eventId: appointments.eventId,
      memberId: appointments.memberId,
      status: appointments.status,
      paymentStatus: appointments.paymentStatus,
      startsAt: appointments.slotStartsAt,
      eventEndsAt: events.endsAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .$dynamic()
}

/** Stores how the appointment was paid, and ends the call about it; lock it first. */
export async function setPaymentStatus(
  q: Queryable,
  { id, paymentStatus, now }: { id: number; paymentStatus: Payable['paymentStatus']; now: Date },
): Promise<void> {
  await q
    .update(appointments)
    .set({ paymentStatus, updatedAt: sql`${sql.param(now, appointments.updatedAt)}` })
    .where(eq(appointments.id, id))
  await followMoney(q, { appointmentId: id, now })
}

/** Waives this part of the price, beside what was waived of it before. */
export async function addConcession(
  q: Queryable,
  { id, pence, now }: { id: number; pence: number; now: Date },
): Promise<void> {
  await q
    .update(appointments)
    .set({
      concessionPence: sql`${appointments.concessionPence} + ${pence}::int`,
      updatedAt: sql`${sql.param(now, appointments.updatedAt)}`,
    })
    .where(eq(appointments.id, id))
  await followMoney(q, { appointmentId: id, now })
}

/** How a member can be reached; the telephone number as it was typed. */
export async function findWaysToReach(
  q: Queryable,
  memberId: number,
): Promise<(PhoneFacts & { email: string | null }) | null> {
  const [row] = await q
    .select({ email: members.email, phone: members.phone, provenPhone: members.provenPhone })
    .from(members)
    .where(eq(members.id, memberId))
  return row ?? null
}
