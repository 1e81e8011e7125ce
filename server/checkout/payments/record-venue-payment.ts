import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import {
  isOfOwed,
  type TakenHow,
  type TakingRefusal,
  type VenuePayment,
  type Waiver,
  waivedPence,
  whyNothingOwed,
  whyNoVenuePayment,
} from '../../../domain/office/venue-payments.ts'
import { paymentDescription } from '../../../domain/payments.ts'
import { newReference } from '../../bookings/reference.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { lockMember } from '../../members/members.queries.ts'
import { insertLedgerEntry } from '../../money/ledger/ledger.queries.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  addConcession,
  findPayable,
  type LinkedAppointment,
  lockPayable,
  setPaymentStatus,
} from '../payment-links/payment-links.queries.ts'
import { expireOpenAttempts } from './payments.queries.ts'
import { insertVenuePayment, isPaidByLinkNow } from './venue-payments.queries.ts'

type TakingDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>
type Params = { appointmentId: number; staff: Staff }

/**
 * Records that staff took what is due for the appointment, or a part of it: a payment without the
 * provider, its ledger entry, and the appointment as paid once nothing is due. Returns the payment's id. Throws Refused not_found,
 * not_booked, nothing_to_pay, payment_under_way, other_sum (with `price_pence`), or invalid_request
 * for a moment in the future.
 */
export function recordVenuePayment(
  deps: TakingDeps,
  {
    taking,
    saveResponse,
    ...request
  }: Params & { taking: VenuePayment; saveResponse?: (tx: Tx, id: string) => Promise<unknown> },
): Promise<string> {
  const now = deps.now()
  const takenAt = new Date(taking.taken_at)
  if (takenAt > now) throw invalidField('taken_at', 'Enter a date and time in the past.')
  return settleOwed(deps, request, async (tx, { appointment, audit }) => {
    const { duePence } = appointment
    if (!isOfOwed(taking, duePence)) throw new Refused('other_sum', { price_pence: duePence })
    const id = randomUUID()
    await writeVenuePayment(tx, {
      id,
      taking,
      takenAt,
      now,
      appointment,
      audit,
      staff: request.staff,
    })
    await saveResponse?.(tx, id)
    return id
  })
}

/**
 * The same at the door, in the transaction of the day; `id` becomes the payment's, so that it is
 * taken once. Returns why nothing was written, or null.
 */
export async function takeAtTheDoor(
  tx: Tx,
  of: {
    id: string
    appointment: { id: number; memberId: number }
    pence: number | null
    how: TakenHow | null
    takenAt: Date
    staff: Staff
    now: Date
  },
): Promise<TakingRefusal | null> {
  const { id, pence, how, takenAt, staff, now } = of
  const { id: appointmentId, memberId } = of.appointment
  await lockMember(tx, memberId)
  const appointment = await lockPayable(tx, appointmentId)
  if (!appointment) return 'nothing_owed'
  if (pence === null || how === null) return 'taking_incomplete'
  const isPaidByLink = await isPaidByLinkNow(tx, appointmentId)
  const refusal = whyNoVenuePayment(pence, { ...appointment, isPaidByLink })
  if (refusal) return refusal
  const venuePayment = { pence, how, taken_by: staff.name, taken_at: takenAt.toISOString() }
  const audit = await beginSettling(tx, { appointment, staff, at: now })
  await writeVenuePayment(tx, { id, taking: venuePayment, takenAt, now, appointment, audit, staff })
  return null
}

type Audit = (action: AuditAction, subject: string, details: AuditDetails) => Promise<void>

async function writeVenuePayment(
  tx: Tx,
  of: {
    id: string
    taking: VenuePayment
    takenAt: Date
    now: Date
    appointment: LinkedAppointment
    audit: Audit
    staff: Staff
  },
): Promise<void> {
  const { id, taking, takenAt, now, appointment, audit, staff } = of
  const { id: appointmentId, memberId, eventId, startsAt } = appointment
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Refused('not_found')
  const { pence: amountPence, how, taken_by: takenBy } = taking
  await insertVenuePayment(tx, {
    payment: {
      id,
      memberId,
      eventId,
      slotStartsAt: startsAt,
      appointmentId,
      state: 'finalised',
      amountPence,
      capturedPence: amountPence,
      feePence: 0,
      description: paymentDescription(event),
      invoiceId: `${newReference()}-${id.slice(0, 8)}`,
      createRequestId: `${id}-venue`,
      createdAt: now,
      updatedAt: now,
    },
    venuePayment: { how, takenBy, takenAt, recordedBy: staff.userId, recordedAt: now },
  })
  const entry = { paymentId: id, amountPence, providerRef: `venue-${id}`, at: now }
  await insertLedgerEntry(tx, { ...entry, kind: 'charge' })
  // What is left of the price stays due as it was.
  if (amountPence === appointment.duePence)
    await setPaymentStatus(tx, { id: appointmentId, paymentStatus: 'paid at the venue', now })
  const details = { how, takenBy, takenAt: takenAt.toISOString(), pence: amountPence }
  await audit('taken at the venue', `appointment ${appointmentId}`, details)
  await audit('taken at the venue', `payment ${id}`, details)
}

/** Waives what is still owed, or a part of it. Throws Refused as `recordVenuePayment`. */
export function waivePayment(
  deps: TakingDeps,
  {
    waiver,
    saveResponse,
    ...request
  }: Params & { waiver: Waiver; saveResponse?: (tx: Tx) => Promise<unknown> },
): Promise<void> {
  const now = deps.now()
  return settleOwed(deps, request, async (tx, { appointment, audit }) => {
    const { id, duePence } = appointment
    const pence = waivedPence(waiver, duePence)
    if (pence === null) throw new Refused('other_sum', { price_pence: duePence })
    if (pence === duePence) await setPaymentStatus(tx, { id, paymentStatus: 'waived', now })
    else await addConcession(tx, { id, pence, now })
    await audit('payment waived', `appointment ${id}`, { reason: waiver.reason, pence })
    await saveResponse?.(tx)
  })
}

type Settle<T> = (
  tx: Tx,
  owed: {
    appointment: LinkedAppointment
    audit: Audit
  },
) => Promise<T>

/** Under the locks of member and appointment, with open card payments for it expired. */
async function settleOwed<T>(
  deps: TakingDeps,
  { appointmentId, staff }: Params,
  settle: Settle<T>,
): Promise<T> {
  const at = deps.now()
  const payable = await findPayable(deps.database.db, appointmentId)
  if (!payable) throw new Refused('not_found')
  const { memberId } = payable
  return commit(deps, async (tx) => {
    await lockMember(tx, memberId)
    const appointment = await lockPayable(tx, appointmentId)
    if (!appointment) throw new Refused('not_found')
    if (await isPaidByLinkNow(tx, appointmentId)) throw new Refused('payment_under_way')
    const refusal = whyNothingOwed(appointment)
    if (refusal) throw new Refused(refusal)
    const audit = await beginSettling(tx, { appointment, staff, at })
    return settle(tx, { appointment, audit })
  })
}

async function beginSettling(
  tx: Tx,
  of: { appointment: LinkedAppointment; staff: Staff; at: Date },
): Promise<Audit> {
  const { staff, at } = of
  const { memberId, eventId } = of.appointment
  await expireOpenAttempts(tx, { memberId, eventId, now: at })
  await insertStaffAccess(tx, { staff, memberId, what: 'appointment', reason: 'payment', at })
  const actorUserId = staff.userId
  return (action, subject, details) =>
    insertAudit(tx, { by: actorUserId, memberId, subject, at }, action, details)
}
