import { hasCome } from '../../domain/arrived.ts'
import type { Appointment, PastAppointment } from '../../domain/contract.ts'
import { eventAddress } from '../../domain/events.ts'
import { toShownMoney } from '../../domain/money-shown.ts'
import { refundArrivesBy } from '../../domain/refunds.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { Refused } from '../platform/http/refused.ts'
import type { BookedAppointment } from './appointments.queries.ts'

/** Why an appointment whose member has come is not changed, in the words of who asked. */
export function arrivedRefusal(isByStaff: boolean): Refused {
  return new Refused(isByStaff ? 'member_arrived' : 'already_arrived')
}

/** The contract's appointment; date and times are London time. */
export function toAppointment(booked: BookedAppointment, email: string | null): Appointment {
  const { event, paid, refund, freeCancelUntil } = booked
  const money = booked.money && toShownMoney(booked.money)
  return {
    appointment_id: booked.id,
    reference: booked.reference,
    event_id: event.event_id,
    event_name: event.event_name,
    event_location: eventAddress(event),
    ...(event.venue && { venue: event.venue }),
    product_name: event.product_name,
    email: email ?? '',
    appt_date: ukDate(booked.startsAt),
    appt_time: ukTime(booked.startsAt),
    appt_end_time: ukTime(booked.endsAt),
    status: booked.status,
    payment_status: booked.paymentStatus,
    price_pence: booked.pricePence,
    ...(money && { money }),
    paid: paid && {
      amount_pence: paid.capturedPence,
      fee_pence: paid.feePence,
      paid_at: paid.paidAt.toISOString(),
      ...(paid.from !== 'card' && { from: paid.from }),
    },
    refund: refund && {
      amount_pence: refund.amountPence,
      arrives_by: refundArrivesBy(
        refund.decidedAt,
        paid && { startsAt: booked.startsAt, paidAt: paid.paidAt },
      ),
      state: refund.state,
    },
    ...(hasCome(booked.attendance) && { arrived: true as const }),
    ...(freeCancelUntil && { free_cancel_until: freeCancelUntil.toISOString() }),
  }
}

/** The contract's past appointment. `results` are the member's released results. */
export function toPastAppointment(
  booked: BookedAppointment,
  { email, results }: { email: string; results: { id: number; appointmentId: number | null }[] },
): PastAppointment {
  const result = results.findLast(({ appointmentId }) => appointmentId === booked.id)
  return {
    ...toAppointment(booked, email),
    exclusive_for: booked.event.exclusive_for,
    result_id: result?.id ?? null,
  }
}
