import type { CharityEvent } from '../../domain/contract.ts'
import type { WaitingList } from '../../domain/waiting-list-schemas.ts'
import { advanceWaitingLists } from '../../server/bookings/waiting-list/advance-waiting-lists.ts'
import { book, consentingMembers } from './bookings.ts'
import type { TestApp, TestMember } from './test-app.ts'

export async function fullEvent(
  site: TestApp,
  wanted: Parameters<TestApp['event']>[0] & { booked?: number } = {},
): Promise<{ event: CharityEvent; booked: Booked[] }> {
  const { booked: count = 1, ...rest } = wanted
  const event = await site.event({ places: count, sessionMinutes: 120, ...rest })
  const members = await consentingMembers(site, count, [event])
  const booked: Booked[] = []
  for (const member of members) {
    const { status, body } = await book(site, member, event, '10:00')
    if (status !== 201) throw new Error(`the event cannot be filled: ${body.code}`)
    booked.push({ member, id: body.appointment.appointment_id })
  }
  return { event, booked }
}

export type Booked = { member: TestMember; id: number }

const url = (event: CharityEvent) => `/api/events/${event.event_id}/waiting-list`

export const join = (site: TestApp, member: TestMember, event: CharityEvent) =>
  site.ask('POST', url(event), { as: member })

export const leave = (site: TestApp, member: TestMember, event: CharityEvent) =>
  site.ask('DELETE', url(event), { as: member })

export async function waitingListOf(
  site: TestApp,
  member: TestMember,
  event: CharityEvent,
): Promise<WaitingList> {
  const { body } = await site.ask('GET', url(event), { as: member })
  return body
}

export const cancel = (site: TestApp, { member, id }: Booked) =>
  site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })

export const advanceLists = (site: TestApp) =>
  advanceWaitingLists(site.deps, {
    onError: (error) => {
      throw error
    },
  })
