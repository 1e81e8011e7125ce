import type { CharityEvent } from '../../domain/contract.ts'
import { makeMembers } from './crowd.ts'
import type { TestApp, TestMember } from './test-app.ts'

export async function consentingMembers(
  site: TestApp,
  count: number,
  events: CharityEvent[],
): Promise<TestMember[]> {
  const { database, now } = site.deps
  const members = await makeMembers(database.db, count, events, now())
  return Promise.all(
    members.map(async (row) => ({ ...row, cookie: await site.signIn(row.userId, row.email) })),
  )
}

export function book(
  site: TestApp,
  member: TestMember,
  event: CharityEvent,
  time: string,
  key?: string,
) {
  return site.ask('POST', '/api/appointments', {
    as: member,
    body: { eventId: event.event_id, eventDate: event.event_date, appointmentStartTime: time },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
}

/** Books, expects success and returns the id of the appointment. */
export async function bookedId(
  site: TestApp,
  member: TestMember,
  event: CharityEvent,
  time = '10:20',
): Promise<number> {
  const { status, body } = await book(site, member, event, time)
  if (status !== 201) throw new Error(`the booking was refused: ${body.code}`)
  return body.appointment.appointment_id
}

export function hold(site: TestApp, member: TestMember, event: CharityEvent, time: string) {
  return site.ask('POST', `/api/events/${event.event_id}/holds`, {
    as: member,
    body: { slot: time },
  })
}

/** A browser that is not signed in; it keeps the visitor cookie of its first hold. */
export type Browser = { visitor: string }

export const newBrowser = (): Browser => ({ visitor: '' })

export async function holdSignedOut(
  site: TestApp,
  browser: Browser,
  event: CharityEvent,
  time: string,
  { from = '203.0.113.9' } = {},
) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/events/${event.event_id}/visitor-holds`,
    remoteAddress: from,
    headers: { 'sec-fetch-site': 'same-origin', cookie: browser.visitor },
    payload: { slot: time },
  })
  const [cookie = ''] = [answer.headers['set-cookie']].flat().join().split(';')
  if (cookie) browser.visitor = cookie
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** A visitor at the browser goes on with booking or sign-up. */
export function keep(site: TestApp, browser: Browser, event: CharityEvent, time: string) {
  const url = `/api/events/${event.event_id}/visitor-holds/keep`
  return site.ask('POST', url, { as: at(browser), body: { slot: time } })
}

/** The member signed in at the browser. */
export function at({ visitor }: Browser, member?: TestMember): { cookie: string } {
  return { cookie: [member?.cookie, visitor].filter(Boolean).join('; ') }
}

export function claim(
  site: TestApp,
  { member, browser, event, time }: Claim,
): ReturnType<TestApp['ask']> {
  const url = `/api/events/${event.event_id}/holds/claim`
  return site.ask('POST', url, { as: at(browser, member), body: { slot: time } })
}

type Claim = { member: TestMember; browser: Browser; event: CharityEvent; time: string }

export function move(site: TestApp, member: TestMember, id: number, time: string) {
  const body = { appt_time: time }
  return site.ask('PUT', `/api/appointments/${id}/update`, { as: member, body })
}
