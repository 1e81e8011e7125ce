import { randomUUID } from 'node:crypto'
import { ukInstant } from '../../domain/uk-time.ts'
import type { NewEvent } from '../../server/events/create-event.ts'
import { bookedId } from './bookings.ts'
import type { TestApp, TestMember } from './test-app.ts'

const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']
let sequence = 0

/** A day that has begun, with six booked members at most and a venue person; the clock stands at its start. */
export async function sampledEvent(
  site: TestApp,
  members: number | TestMember[],
  wanted: Partial<NewEvent> = {},
) {
  const event = await site.event(wanted)
  const people =
    typeof members === 'number'
      ? await Promise.all(Array.from({ length: members }, () => site.member()))
      : members
  const appointments: number[] = []
  for (const [n, member] of people.entries()) {
    await site.consent(member, event)
    appointments.push(await bookedId(site, member, event, TIMES[n]))
  }
  site.moveTo(ukInstant(event.event_date, '10:00'))
  const venue = await site.staff(['venue'], { eventIds: [event.event_id] })
  return { event, people, appointments, venue }
}

/** Returns the id of the action. */
export async function recordSample(
  site: TestApp,
  of: {
    event: { event_id: number }
    venue: { cookie: string }
    appointment: number | undefined
    tube: string
    at?: Date
  },
): Promise<string> {
  return record(site, of, {
    type: 'sample',
    tube: of.tube,
    at: (of.at ?? site.deps.now()).toISOString(),
  })
}

export async function undoSample(
  site: TestApp,
  of: {
    event: { event_id: number }
    venue: { cookie: string }
    appointment: number | undefined
    undoes: string
  },
): Promise<void> {
  const at = site.deps.now().toISOString()
  await record(site, of, { type: 'undo', undoes: of.undoes, reason: 'A slip.', at })
}

async function record(
  site: TestApp,
  of: {
    event: { event_id: number }
    venue: { cookie: string }
    appointment: number | undefined
  },
  action: object,
): Promise<string> {
  sequence += 1
  const id = randomUUID()
  const whose = { id, device: 'tablet 1', sequence, appointment_id: of.appointment }
  const { status, body } = await site.ask('POST', `/api/office/days/${of.event.event_id}/actions`, {
    as: of.venue,
    body: { actions: [{ ...whose, ...action }] },
  })
  if (status !== 200 || body.results[0].status !== 'applied')
    throw new Error(`the action was not applied: ${JSON.stringify(body)}`)
  return id
}
