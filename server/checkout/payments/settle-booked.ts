import { whyNotTake } from '../../../domain/office/payment-links.ts'
import type { Reason } from '../../../domain/refusals.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findMember, lockMember } from '../../members/members.queries.ts'
import { paymentReceived } from '../../messages/mails/payment-received.ts'
import { insertTransaction } from '../../money/ledger/ledger.queries.ts'
import {
  lockPayment,
  movePayment,
  type PaymentRow,
} from '../../money/ledger/payment-row.queries.ts'
import { readCard, toTransaction } from '../../money/ledger/transaction.ts'
import { findDueBeside } from '../../money/refunds/money-records.queries.ts'
import { refundUnbookable } from '../../money/refunds/refund-unbookable.ts'
import { isFullyRefunded } from '../../money/refunds/refunds.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import {
  type LinkedAppointment,
  lockPayable,
  setPaymentStatus,
} from '../payment-links/payment-links.queries.ts'

export type FinaliseDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/**
 * Moves a payment for a booked appointment to 'capturing', or returns why not: the appointment was
 * cancelled, paid or moved to another price meanwhile.
 */
export async function beginCaptureOfBooked(
  { database, now: clock }: Pick<Deps, 'database' | 'now'>,
  { id, memberId }: PaymentRow,
): Promise<'begun' | 'over' | Reason> {
  const now = clock()
  return database.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const payment = await lockPayment(tx, id)
    if (payment?.state === 'capturing') return 'begun'
    if (payment?.state !== 'created' && payment?.state !== 'approved') return 'over'
    const payable = await payableOf(tx, payment)
    const reason = payable ? whyNotTake(payable, payment, now) : 'not_booked'
    await movePayment(tx, { id, to: reason ? 'expired' : 'capturing', now })
    return reason ?? 'begun'
  })
}

/**
 * Marks the appointment of a captured payment as paid and mails a receipt, or refunds the payment
 * in full. One transaction under the payment's row lock: a second call finds it done.
 */
export async function finaliseBooked(deps: FinaliseDeps, id: string): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment?.state !== 'paid') return
    const payable = await payableOf(tx, payment)
    if (!payable || !(await isTaken(tx, { payment, payable }))) {
      const because = payable?.status === 'booked' ? 'another payment' : 'cancelled'
      return refundUnbookable(tx, deps, { payment, because })
    }
    const { id: appointmentId, eventId, startsAt: slotStartsAt } = payable
    await setPaymentStatus(tx, { id: appointmentId, paymentStatus: 'paid by card', now })
    await movePayment(tx, { id, to: 'finalised', now }, { appointmentId, eventId, slotStartsAt })
    const { memberId } = payment
    const record = toTransaction(payment)
    await insertTransaction(tx, { memberId, paymentId: id, reportedBy: 'server', record, at: now })
    await insertAudit(tx, {
      memberId,
      action: 'paid by link',
      subject: `appointment ${appointmentId}`,
      details: { pence: payment.capturedPence, payment: id },
      at: now,
    })
    await sendReceipt(tx, deps, { payment, payable })
  })
}

function payableOf(tx: Tx, { forAppointmentId: id }: PaymentRow) {
  return id === null ? null : lockPayable(tx, id)
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
