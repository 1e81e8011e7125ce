import type { CharityEvent } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import { book, hold, move } from '../app/bookings.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'

/** Count of each outcome: '201', or the reason of a refusal. */
export type Tally = Record<string, number>

export function allBook(site: TestApp, members: TestMember[], event: CharityEvent): Promise<Tally> {
  return tally(members.map((member) => book(site, member, event, '10:00')))
}

export function oneMemberBooks(
  site: TestApp,
  [member]: TestMember[],
  { tabs, events }: { tabs: number; events: CharityEvent[] },
): Promise<Tally> {
  if (!member) throw new Error('no member was given')
  const asked = Array.from({ length: tabs }, (_, n) => {
    const event = events[n % events.length]
    const times = event ? generateSlots(event) : []
    const { time } = times[Math.floor(n / events.length) % times.length] ?? {}
    if (!event || !time) throw new Error('no slot is left to book')
    return book(site, member, event, time)
  })
  return tally(asked)
}

export function allHold(site: TestApp, members: TestMember[], event: CharityEvent): Promise<Tally> {
  return tally(members.map((member) => hold(site, member, event, '10:00')))
}

export function oneMemberHolds(
  site: TestApp,
  [member]: TestMember[],
  event: CharityEvent,
): Promise<Tally> {
  if (!member) throw new Error('no member was given')
  return tally(generateSlots(event).map(({ time }) => hold(site, member, event, time)))
}

export async function cancelManyTimes(
  site: TestApp,
  [member]: TestMember[],
  event: CharityEvent,
  tabs: number,
): Promise<Tally> {
  if (!member) throw new Error('no member was given')
  const { body } = await book(site, member, event, '10:00')
  const url = `/api/appointments/${body.appointment.appointment_id}/cancel`
  return tally(Array.from({ length: tabs }, () => site.ask('PUT', url, { as: member })))
}

export async function moveWhileOthersBook(
  site: TestApp,
  [mover, ...others]: TestMember[],
  event: CharityEvent,
): Promise<Tally> {
  if (!mover) throw new Error('no member was given')
  const { body } = await book(site, mover, event, '10:20')
  const id: number = body.appointment.appointment_id
  const booking = others.map((member) => book(site, member, event, '10:00'))
  return tally([...booking, move(site, mover, id, '10:00')])
}

export async function allMove(
  site: TestApp,
  members: TestMember[],
  event: CharityEvent,
): Promise<Tally> {
  const times = generateSlots(event).slice(1)
  const booked = members.map(async (member, n) => {
    const { body } = await book(site, member, event, times[n]?.time ?? '')
    return { member, id: Number(body.appointment.appointment_id) }
  })
  const appointments = await Promise.all(booked)
  return tally(appointments.map(({ member, id }) => move(site, member, id, '10:00')))
}

export async function moveEverywhere(
  site: TestApp,
  [member]: TestMember[],
  event: CharityEvent,
  { cancelling }: { cancelling: boolean },
): Promise<Tally> {
  if (!member) throw new Error('no member was given')
  const { body } = await book(site, member, event, '10:00')
  const id: number = body.appointment.appointment_id
  const moves = generateSlots(event).map(({ time }) => move(site, member, id, time))
  const url = `/api/appointments/${id}/cancel`
  return tally([...moves, ...(cancelling ? [site.ask('PUT', url, { as: member })] : [])])
}

async function tally(asked: ReturnType<TestApp['ask']>[]): Promise<Tally> {
  const counted: Tally = {}
  for (const { status, body } of await Promise.all(asked)) {
    const answer = status < 300 ? String(status) : String(body?.code ?? status)
    counted[answer] = (counted[answer] ?? 0) + 1
  }
  return counted
}
