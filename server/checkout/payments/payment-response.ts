import type { Payment } from '../../../domain/payment-schemas.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { toAppointment } from '../../bookings/appointment.ts'
import { findAppointment } from '../../bookings/appointments.queries.ts'
import type { Member } from '../../members/members.queries.ts'
import type { PaymentRow } from '../../money/ledger/payment-row.queries.ts'
import { sourceOf } from '../../money/ledger/transaction.ts'
import { findRefundOf } from '../../money/refunds/refunds.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'

export async function toPayment(
  q: Queryable,
  payment: PaymentRow,
  member: Member,
): Promise<Payment> {
  const { appointmentId: id, slotStartsAt } = payment
  const booked = id === null ? null : await findAppointment(q, { id, memberId: member.id })
  const refund = await findRefundOf(q, payment.id)
  return {
    order_id: payment.orderId,
    state: payment.state,
    amount_pence: payment.amountPence,
    event_id: payment.eventId,
    date: ukDate(slotStartsAt),
    slot: ukTime(slotStartsAt),
    source: sourceOf(payment),
    appointment: booked && toAppointment(booked, member.email),
    refund: refund && {
      amount_pence: refund.amountPence,
      state: refund.state,
      reason: refund.reason,
    },
  }
}
