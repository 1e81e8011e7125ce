import { type Appointment, AppointmentSchema } from '../../domain/contract.ts'
import { findFirstAnswer, keepFirstAnswer, type Repeatable } from '../idempotency/queries.ts'
import { REPEATABLE_MS } from '../idempotency/repeatable.ts'
import { type BookingAsk, type BookingParts, bookAppointment } from './book-appointment.ts'

/**
 * As bookAppointment, for a request that may come again because its answer got lost: then it is the
 * first answer that comes again, also when both were sent at once or he has cancelled since.
 */
export async function bookOnce(
  parts: BookingParts,
  ask: BookingAsk,
  asked: Repeatable,
): Promise<Appointment> {
  const earlier = await firstAnswer()
  if (earlier) return earlier
  const together: BookingAsk['together'] = async (tx, appointment) => {
    const now = parts.now()
    const forgetBefore = new Date(now.getTime() - REPEATABLE_MS)
    await keepFirstAnswer(tx, asked, { status: 201, body: appointment, now, forgetBefore })
  }
  return bookAppointment(parts, { ...ask, together }).catch(async (error) => {
    const first = await firstAnswer()
    if (first) return first
    throw error
  })

  async function firstAnswer(): Promise<Appointment | null> {
    const body = await findFirstAnswer(parts.database.db, asked)
    return body === null ? null : AppointmentSchema.parse(body)
  }
}
