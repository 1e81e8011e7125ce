import type { Appointment } from '../../domain/contract.ts'
import { paymentAgain } from '../../domain/office/bookings.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../staff/guard.ts'
import { findAppointment } from './appointments.queries.ts'
import { findMemberOfAppointment } from './on-behalf.queries.ts'
import { bookOnBehalf } from './on-behalf.ts'

/**
 * Books the time of a cancelled appointment again, as a new appointment with the member's consent for
 * the event. Throws Refused not_found, not_cancelled, or as bookOnBehalf does.
 */
export async function rebook(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'>,
  {
    appointmentId,
    ...request
  }: {
    appointmentId: number
    reason: string
    staff: Staff
    saveResponse: SaveResponse<Appointment>
  },
): Promise<Appointment> {
  const { db } = deps.database
  const member = await findMemberOfAppointment(db, appointmentId)
  const was = member && (await findAppointment(db, { id: appointmentId, memberId: member.id }))
  if (!was) throw new Refused('not_found')
  if (was.status !== 'cancelled') throw new Refused('not_cancelled')
  return bookOnBehalf(deps, {
    ...request,
    member_id: member.id,
    event_id: was.event.event_id,
    date: ukDate(was.startsAt),
    time: ukTime(was.startsAt),
    payment: paymentAgain({ status: was.paymentStatus, isRefunded: was.refund !== null }),
  })
}
