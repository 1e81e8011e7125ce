import type { CharityEvent } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import { makeMembers } from '../app/crowd.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'

/** Count of each outcome: '201', or the reason of a refusal. */
export type Tally = Record<string, number>

export async function consentingMen(
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

export function allBook(site: TestApp, men: TestMember[], event: CharityEvent): Promise<Tally> {
  return tally(men.map((man) => book(site, man, event, '10:00')))
}

export function oneManBooks(
  site: TestApp,
  [man]: TestMember[],
  { tabs, events }: { tabs: number; events: CharityEvent[] },
): Promise<Tally> {
  if (!man) throw new Error('no member was given')
  const asked = Array.from({ length: tabs }, (_, n) => {
    const event = events[n % events.length]
    const times = event ? generateSlots(event) : []
    const { time } = times[Math.floor(n / events.length) % times.length] ?? {}
    if (!event || !time) throw new Error('no slot is left to book')
    return book(site, man, event, time)
  })
  return tally(asked)
}

export function allHold(site: TestApp, men: TestMember[], event: CharityEvent): Promise<Tally> {
  return tally(men.map((man) => hold(site, man, event, '10:00')))
}

export function oneManHolds(
  site: TestApp,
  [man]: TestMember[],
  event: CharityEvent,
): Promise<Tally> {
  if (!man) throw new Error('no member was given')
  return tally(generateSlots(event).map(({ time }) => hold(site, man, event, time)))
}

export async function cancelManyTimes(
  site: TestApp,
  [man]: TestMember[],
  event: CharityEvent,
  tabs: number,
): Promise<Tally> {
  if (!man) throw new Error('no member was given')
  const { body } = await book(site, man, event, '10:00')
  const url = `/api/appointments/${body.appointment.appointment_id}/cancel`
  return tally(Array.from({ length: tabs }, () => site.ask('PUT', url, { as: man })))
}

export async function moveWhileOthersBook(
  site: TestApp,
  [mover, ...others]: TestMember[],
  event: CharityEvent,
): Promise<Tally> {
  if (!mover) throw new Error('no member was given')
  const { body } = await book(site, mover, event, '10:20')
  const id: number = body.appointment.appointment_id
  const booking = others.map((man) => book(site, man, event, '10:00'))
  return tally([...booking, move(site, mover, id, '10:00')])
}

export async function allMove(
  site: TestApp,
  men: TestMember[],
  event: CharityEvent,
): Promise<Tally> {
  const times = generateSlots(event).slice(1)
  const booked = men.map(async (man, n) => {
    const { body } = await book(site, man, event, times[n]?.time ?? '')
    return { man, id: Number(body.appointment.appointment_id) }
  })
  const appointments = await Promise.all(booked)
  return tally(appointments.map(({ man, id }) => move(site, man, id, '10:00')))
}

export async function moveEverywhere(
  site: TestApp,
  [man]: TestMember[],
  event: CharityEvent,
  { cancelling }: { cancelling: boolean },
): Promise<Tally> {
  if (!man) throw new Error('no member was given')
  const { body } = await book(site, man, event, '10:00')
  const id: number = body.appointment.appointment_id
  const moves = generateSlots(event).map(({ time }) => move(site, man, id, time))
  const url = `/api/appointments/${id}/cancel`
  return tally([...moves, ...(cancelling ? [site.ask('PUT', url, { as: man })] : [])])
}

export function move(site: TestApp, man: TestMember, id: number, time: string) {
  const body = { appt_time: time }
  return site.ask('PUT', `/api/appointments/${id}/update`, { as: man, body })
}

export function book(
  site: TestApp,
  man: TestMember,
  event: CharityEvent,
  time: string,
  key?: string,
) {
  return site.ask('POST', '/api/appointments', {
    as: man,
    body: { eventId: event.event_id, eventDate: event.event_date, appointmentStartTime: time },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
}

export function hold(site: TestApp, man: TestMember, event: CharityEvent, time: string) {
  return site.ask('POST', `/api/events/${event.event_id}/holds`, { as: man, body: { slot: time } })
}

async function tally(asked: ReturnType<TestApp['ask']>[]): Promise<Tally> {
  const counted: Tally = {}
  for (const { status, body } of await Promise.all(asked)) {
    const answer = status < 300 ? String(status) : String(body?.code ?? status)
    counted[answer] = (counted[answer] ?? 0) + 1
  }
  return counted
}
