import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import { paymentReceived } from '../../messages/mails/payment-received.ts'
import type { Unbookable } from '../../messages/mails/payment-refunded.ts'
import type { PaymentRow } from '../../money/ledger/payment-row.queries.ts'
import { readCard } from '../../money/ledger/transaction.ts'
import { findDueBeside } from '../../money/refunds/money-records.queries.ts'
import { isFullyRefunded } from '../../money/refunds/refunds.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type LinkedAppointment,
  lockPayable,
  setPaymentStatus,
} from '../payment-links/payment-links.queries.ts'

/** What a finalised payment is for, or why it is refunded. */
export type PaidFor =
  | { appointmentId: number; eventId: number; slotStartsAt: Date }
  | { because: Unbookable }

/** Marks the appointment of a captured payment as paid and mails a receipt, unless it is to be refunded. */
export async function payForBooked(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { payment, now }: { payment: PaymentRow; now: Date },
): Promise<PaidFor> {
  const payable = await lockPayable(tx, payment.forAppointmentId)
  if (!payable || !(await isTaken(tx, { payment, payable })))
    return { because: payable?.status === 'booked' ? 'another payment' : 'cancelled' }
  const { id: appointmentId, eventId, startsAt: slotStartsAt } = payable
  await setPaymentStatus(tx, { id: appointmentId, paymentStatus: 'paid by card', now })
  await insertAudit(
    tx,
    { memberId: payment.memberId, subject: `appointment ${appointmentId}`, at: now },
    'paid by link',
    { pence: payment.capturedPence, payment: payment.id },
  )
  await sendReceipt(tx, deps, { payment, payable })
  return { appointmentId, eventId, slotStartsAt }
}

/** Whether the captured money pays for the appointment; late money too, when it is still unpaid. */
async function isTaken(
  tx: Tx,
  { payment, payable }: { payment: PaymentRow; payable: LinkedAppointment },
): Promise<boolean> {
  if (await isFullyRefunded(tx, payment)) return false
  const { id: appointmentId, paymentStatus } = payable
  const duePence = await findDueBeside(tx, { appointmentId, paymentId: payment.id })
  return paymentStatus === 'not paid' && duePence > 0 && payment.capturedPence === duePence
}

async function sendReceipt(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { payment, payable }: { payment: PaymentRow; payable: LinkedAppointment },
): Promise<void> {
  const member = await findMember(tx, payment.memberId)
  const event = await findEventDetails(tx, payable.eventId)
  if (!member || !event) return
  const lastDigits = readCard(payment)?.lastDigits ?? null
  const { amountPence: pence } = payment
  const { startsAt } = payable
  const mail = paymentReceived({ member, event, startsAt, pence, lastDigits })
  await deps.jobs.enqueue(tx, 'mail', mail)
}
