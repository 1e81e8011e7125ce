import * as z from 'zod/mini'
import { AppointmentSchema } from '../../domain/contract.ts'
import type { Payment } from '../../domain/payment-shapes.ts'
import { PAYMENT_STATES } from '../../domain/payments.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { toAppointment } from '../bookings/appointment.ts'
import { findAppointment } from '../bookings/appointments.queries.ts'
import type { Queryable } from '../db/database.ts'
import type { Member } from '../members/members.queries.ts'
import { findRefundOf } from './payment-refunds.queries.ts'
import type { PaymentRow } from './payments.queries.ts'

export const PaymentSchema = z.object({
  order_id: z.nullable(z.string()),
  state: z.enum(PAYMENT_STATES),
  amount_pence: z.int(),
  event_id: z.int(),
  date: z.string(),
  slot: z.string(),
  appointment: z.nullable(AppointmentSchema),
  refund: z.nullable(
    z.object({
      amount_pence: z.int(),
      state: z.enum(['queued', 'sent', 'done', 'failed']),
      reason: z.enum(['place gone', 'cancelled', 'at the provider']),
    }),
  ),
})

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
    state: payment.state as Payment['state'],
    amount_pence: payment.amountPence,
    event_id: payment.eventId,
    date: ukDate(slotStartsAt),
    slot: ukTime(slotStartsAt),
    appointment: booked && toAppointment(booked, member.email),
    refund: refund && {
      amount_pence: refund.amountPence,
      state: refund.state as NonNullable<Payment['refund']>['state'],
      reason: refund.reason as NonNullable<Payment['refund']>['reason'],
    },
  }
}
