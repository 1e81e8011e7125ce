import { statusToPay } from '../../../domain/how-to-pay.ts'
import type { UndoRefusal } from '../../../domain/office/venue-payments.ts'
import { TAKING_UNDONE } from '../../../domain/payment-schemas.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { lockMember } from '../../members/members.queries.ts'
import {
  findPayment,
  lockPayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import { hasOwedRefund } from '../../money/refunds/owed-refunds.queries.ts'
import { findWaitingPence } from '../../money/refunds/refund-requests.queries.ts'
import { isTakenAtVenue, listReasons } from '../../money/refunds/refunds.queries.ts'
import { writeRefund } from '../../money/refunds/write-refund.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  type LinkedAppointment,
  lockPayable,
  setPaymentStatus,
} from '../payment-links/payment-links.queries.ts'

type Undoing = { paymentId: string; reason: string; staff: Staff; now: Date }

/**
 * Takes back the record of money taken at the venue: entered for somebody else, with another sum, or
 * returned there. The payment stays and shows it; its sum is due again. Throws Refused not_found,
 * no_taking, taking_undone, or refund_decided when some of it was or will be refunded.
 */
export async function undoVenuePayment(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  {
    saveResponse,
    ...undoing
  }: Omit<Undoing, 'now'> & { saveResponse?: (tx: Tx) => Promise<unknown> },
): Promise<void> {
  const { paymentId } = undoing
  const unlocked = await findPayment(deps.database.db, paymentId)
  if (!unlocked) throw new Refused('not_found')
  const { memberId, appointmentId } = unlocked
  if (appointmentId === null) throw new Refused('no_taking')
  await commit(deps, async (tx) => {
    const refusal = await undoIt(tx, { ...undoing, memberId, appointmentId, now: deps.now() })
    if (refusal) throw new Refused(refusal)
    await saveResponse?.(tx)
  })
}

/** The same at the door, in the transaction of the day. Returns why nothing was written, or null. */
export async function undoTakingAtTheDoor(
  tx: Tx,
  { appointment, ...undoing }: Undoing & { appointment: { id: number; memberId: number } },
): Promise<UndoRefusal | null> {
  const { id: appointmentId, memberId } = appointment
  return undoIt(tx, { ...undoing, memberId, appointmentId })
}

/** Under the locks of member, appointment and payment, as a cancellation and a refund are. */
async function undoIt(
  tx: Tx,
  undoing: Undoing & { memberId: number; appointmentId: number },
): Promise<UndoRefusal | null> {
  const { paymentId, memberId, appointmentId } = undoing
  await lockMember(tx, memberId)
  const appointment = await lockPayable(tx, appointmentId)
  const payment = await lockPayment(tx, paymentId)
  if (payment?.appointmentId !== appointmentId || !appointment) return 'no_taking'
  const refusal = await whyNotUndo(tx, paymentId)
  if (refusal) return refusal
  await writeUndo(tx, { ...undoing, payment, appointment })
  return null
}

async function whyNotUndo(tx: Tx, paymentId: string): Promise<UndoRefusal | null> {
  if (!(await isTakenAtVenue(tx, paymentId))) return 'no_taking'
  const reasons = await listReasons(tx, paymentId)
  if (reasons.includes(TAKING_UNDONE)) return 'taking_undone'
  const isDecided =
    reasons.length > 0 ||
    (await findWaitingPence(tx, paymentId)) > 0 ||
    (await hasOwedRefund(tx, paymentId))
  return isDecided ? 'refund_decided' : null
}

async function writeUndo(
  tx: Tx,
  of: Undoing & { payment: PaymentRow; appointment: LinkedAppointment },
): Promise<void> {
  const { payment, appointment, reason, staff, now } = of
  const { id: paymentId, memberId, amountPence } = payment
  await writeRefund(tx, {
    payment,
    pence: amountPence,
    reason: TAKING_UNDONE,
    way: { kind: 'undone', note: reason },
    askedBy: staff.id,
    audit: null,
    now,
  })
  await owesAgain(tx, { appointment, now })
  await insertStaffAccess(tx, { staff, memberId, what: 'appointment', reason: 'payment', at: now })
  const details = { reason, pence: amountPence }
  for (const subject of [`appointment ${appointment.id}`, `payment ${paymentId}`])
    await insertAudit(tx, { by: staff, memberId, subject, at: now }, 'taking undone', details)
}

/** As it was booked: by a link or as the office arranges it, or at the venue. */
async function owesAgain(
  tx: Tx,
  { appointment, now }: { appointment: LinkedAppointment; now: Date },
): Promise<void> {
  const { id, eventId, paymentStatus: before } = appointment
  if (before !== 'paid at the venue') return
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Refused('not_found')
  await setPaymentStatus(tx, { id, paymentStatus: statusToPay(event), now })
}
