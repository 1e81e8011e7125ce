// Acts about appointments and consents.
import type { CharityEvent } from '../../domain/contract.ts'
import { runBulkActions } from '../../server/changed-days/run-bulk-actions.ts'
import { expectedOf } from '../app/cancel-day.ts'
import type { Random } from '../app/seeded.ts'
import type { TestMember } from '../app/test-app.ts'
import { pickFrom, whose } from './choose.ts'
import type { Facts } from './facts.queries.ts'
import { bookByCard } from './money.ts'
import { type Life, send } from './world.ts'

const REASON = 'A slip'
const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']

export async function book(life: Life, random: Random): Promise<string | null> {
  const member = random.pick(life.members)
  const event = random.pick(life.events)
  const time = random.pick(TIMES)
  if (life.held.some(({ memberId }) => memberId === member.id) && random.chance(0.5))
    return bookByOffice(life, { member, event, time })
  if (event.payment_required && event.price) {
    const isBooked = await bookByCard(life, { as: member, event, time })
    return isBooked ? `${member.firstName} books ${event.event_date} and pays by card.` : null
  }
  const body = { eventId: event.event_id, appointmentStartTime: time }
  const { status } = await send(life, 'POST', '/api/appointments', { as: member, body })
  return status === 201 ? `${member.firstName} books ${event.event_date}.` : null
}

async function bookByOffice(
  life: Life,
  { member, event, time }: { member: TestMember; event: CharityEvent; time: string },
): Promise<string | null> {
  const { event_id, event_date: date } = event
  const body = { member_id: member.id, event_id, date, time, payment: 'at_venue' }
  const as = life.staff.office
  const { status } = await send(life, 'POST', '/api/office/appointments', { as, body })
  return status === 201 ? `The office books ${date} for ${member.firstName}.` : null
}

export async function cancel(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const one = pickFrom(random, facts.appointments)
  const as = one && life.members.find(({ id }) => id === one.member)
  if (!one || !as) return null
  const { status } = await send(life, 'PUT', `/api/appointments/${one.id}/cancel`, { as })
  return status === 200 ? `${as.firstName} cancels appointment ${one.id}.` : null
}

export async function cancelByOffice(
  life: Life,
  random: Random,
  facts: Facts,
): Promise<string | null> {
  const one = pickFrom(random, facts.appointments)
  if (!one) return null
  const body = { reason: REASON, refund: random.pick(['full', 'full', 'policy']) }
  const url = `/api/office/appointments/${one.id}/cancel`
  const { status } = await send(life, 'PUT', url, { as: life.staff.office, body })
  if (status !== 200) return null
  if (body.refund === 'full') life.fullRefunds.add(one.id)
  return `The office cancels ${whose(life, one)}.`
}

export async function moveByOffice(
  life: Life,
  random: Random,
  facts: Facts,
): Promise<string | null> {
  const one = pickFrom(random, facts.appointments)
  const event = random.pick(life.events)
  if (!one) return null
  const where = { event_id: event.event_id, date: event.event_date, time: random.pick(TIMES) }
  const url = `/api/office/appointments/${one.id}/move`
  const body = { ...where, reason: REASON }
  const { status } = await send(life, 'PUT', url, { as: life.staff.office, body })
  return status === 200 ? `The office moves ${whose(life, one)} to ${event.event_date}.` : null
}

export async function withdraw(life: Life, random: Random): Promise<string | null> {
  const as = random.pick(life.members)
  const event = random.pick(life.events)
  const url = `/api/events/${event.event_id}/consent-withdrawal`
  const { status } = await send(life, 'POST', url, { as, body: {} })
  return status === 200 ? `${as.firstName} withdraws the consent for ${event.event_date}.` : null
}

export async function closeDay(life: Life, random: Random): Promise<string | null> {
  const event = random.pick(life.events)
  const url = `/api/office/days/${event.event_id}`
  const as = life.staff.office
  const shown = await life.site.ask('GET', `${url}/unresolved`, { as })
  const body = { expected: shown.body.missed ?? 0 }
  const { status } = await send(life, 'POST', `${url}/close`, { as, body })
  return status === 200 ? `The day ${event.event_date} is closed.` : null
}

export async function cancelDay(life: Life, random: Random): Promise<string | null> {
  const event = random.pick(life.events)
  const url = `/api/office/events/${event.event_id}/cancellation`
  const as = life.staff.office
  const dry = await send(life, 'POST', url, { as, body: { dry_run: true } })
  if (dry.status !== 200) return null
  const { status } = await send(life, 'POST', url, {
    as,
    body: { dry_run: false, expected: expectedOf(dry.body) },
  })
  await runBulkActions(life.site.deps, (error) => {
    throw error
  })
  return status === 202 ? `The day ${event.event_date} is cancelled.` : null
}
