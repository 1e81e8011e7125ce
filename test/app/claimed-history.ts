import type { CharityEvent } from '../../domain/contract.ts'
import { consentFormFor } from './consent-form.ts'
import type { TestApp } from './test-app.ts'

/** Books for a member without an account, as a clerk on the telephone; returns the appointment's id. */
export async function bookedOnBehalf(
  site: TestApp,
  { clerk, memberId, event, time = '10:20' }: Booking,
): Promise<number> {
  const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(event)
  const { status, body } = await site.ask('POST', '/api/office/appointments', {
    as: clerk,
    body: {
      member_id: memberId,
      event_id: event.event_id,
      date: event.event_date,
      time,
      consent: { channel: 'telephone', taken_by: 'Staff', answers },
      payment: 'waived',
    },
  })
  if (status !== 201) throw new Error(`not booked: ${JSON.stringify(body)}`)
  return body.appointment.appointment_id
}
type Booking = { clerk: { cookie: string }; memberId: number; event: CharityEvent; time?: string }
