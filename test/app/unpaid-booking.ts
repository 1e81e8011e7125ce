import { randomUUID } from 'node:crypto'
import type { CharityEvent } from '../../domain/contract.ts'
import type { TestApp, TestMember } from './test-app.ts'

/** Staff book the event at this time for the member, who still has to pay; the appointment's id. */
export async function bookUnpaid(
  site: Pick<TestApp, 'ask'>,
  as: { cookie: string },
  {
    member,
    event,
    time = '10:00',
  }: { member: Pick<TestMember, 'id'>; event: CharityEvent; time?: string },
): Promise<number> {
  const { body } = await site.ask('POST', '/api/office/appointments', {
    as,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      member_id: member.id,
      event_id: event.event_id,
      date: event.event_date,
      time,
      payment: 'due',
      reason: 'rang us',
    },
  })
  return body.appointment.appointment_id
}
