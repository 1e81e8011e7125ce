import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { generateSlots } from '../../domain/slots.ts'
import { expectedOf } from '../app/cancel-day.ts'
import type { Random } from '../app/seeded.ts'
import type { TestMember } from '../app/test-app.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { bookOverHttp } from './book-over-http.ts'
import { type Answer, callOverHttp } from './call-over-http.ts'
import { killAndWait, type Victim } from './kills.ts'
import type { RushSite } from './rush-site.ts'

export type Day = {
  booked: number
  /** Of `booked`, by card. */
  paid: number
  waiting: number
  /** Without an e-mail address: half of them booked, half waiting. */
  silent: number
}

const PENCE = 2_500
const CARD = { name: 'A Man', number: '4012888888881881', expiry: '12/40', cvv: '123' }
/** A killed run's job goes on with the next of its schedule, every 15 seconds. */
const LIMIT_MS = 120_000

/**
 * A clerk cancels a full day, and the victims are killed one after the other while the members are
 * cancelled, refunded and told. Returns a sentence for everything that is wrong in the end.
 */
export async function surviveCancelledDay(
  site: RushSite,
  day: Day,
  { victims, random }: { victims: Victim[]; random: Random },
): Promise<string[]> {
  const full = await makeFullDay(site, day)
  const { event, silent } = full
  const clerk = await openClerk(site)
  const path = `/api/office/events/${event.event_id}/cancellation`
  const counts = await clerk.ask('POST', path, { dry_run: true })
  const wrong = differences('the dry run', counts.body, {
    appointments: day.booked,
    paid: day.paid,
    refund_pence: day.paid * PENCE,
    waiting: day.waiting,
    without_email: day.silent,
  })
  const expected = expectedOf(counts.body)
  const sure = { dry_run: false, message: 'The hall is flooded.', expected }
  const { body: started } = await clerk.ask('POST', path, sure)
  const id = Number(started.bulk_action_id)
  if (counts.body.needs_second_person) await confirmedByAnother(site, id)
  const total = day.booked + day.waiting
  await killMeanwhile(site, { id, total, victims, random })
  wrong.push(...differences('a repeat', (await clerk.ask('POST', path, sure)).body, started))

  const progress = await clerk.untilDone(id)
  wrong.push(...differences('the progress', progress, { total, done: total, failed: 0 }))
  const toRing = progress.not_told.map((one: { member_id: number }) => one.member_id)
  wrong.push(...differences('to be rung', toRing.toSorted(), silent.map(({ id }) => id).toSorted()))
  clerk.close()
  return [...wrong, ...(await whatIsWrong(site, full))]
}

/** The same for a change of the hall, about which everybody booked gets one mail. */
export async function surviveChangedHall(
  site: RushSite,
  count: number,
  { victims, random }: { victims: Victim[]; random: Random },
): Promise<string[]> {
  const { event, booked } = await fullDay(site, { booked: count, paid: 0, waiting: 0, silent: 0 })
  const clerk = await openClerk(site)
  const path = `/api/office/events/${event.event_id}`
  const { body: before } = await clerk.ask('GET', path)
  const body = { version: before.version, address_line1: 'Corn Exchange' }
  await clerk.ask('PUT', path, body)
  const { body: sent } = await clerk.ask('GET', `${path}/bulk-actions`)
  const id = Number(sent.data[0]?.id)
  if (sent.data[0]?.tells_at !== null) await confirmedByAnother(site, id)
  await killMeanwhile(site, { id, total: count, victims, random })
  const progress = await clerk.untilDone(id)
  clerk.close()
  const wrong = differences('the progress', progress, { total: count, done: count, failed: 0 })
  const mails = await mailsAbout(site, event.event_id, 'changed')
  for (const { id } of booked)
    if (mails.get(id) !== 1) wrong.push(`member ${id} was told ${mails.get(id) ?? 0} times`)
  return [...wrong, ...(await otherInvariants(site))]
}

/** Another clerk agrees, so that it begins at once. */
async function confirmedByAnother(site: RushSite, id: number): Promise<void> {
  const colleague = await openClerk(site)
  const { body } = await colleague.ask('POST', `/api/office/bulk-actions/${id}/confirmation`, {})
  colleague.close()
  if (body.state === 'waits for a second person') throw new Error(`${id} was not confirmed`)
}

/** A day with everybody of `day`, of whom the `silent` have no e-mail address. */
export async function makeFullDay(site: RushSite, day: Day) {
  const { event, booked, waiting } = await fullDay(site, day)
  const silent = [...booked.slice(0, day.silent / 2), ...waiting.slice(0, day.silent / 2)]
  await takeEmailAway(site, silent)
  return { event, booked, waiting, silent, day }
}

async function fullDay(site: RushSite, day: Day) {
  const event = await site.event(day.booked, 4, PENCE)
  const crowd = await site.members(day.booked + day.waiting, event)
  const booked = crowd.slice(0, day.booked)
  const waiting = crowd.slice(day.booked)
  const slots = generateSlots(event)
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const callerOf = ({ cookie }: TestMember) => ({ agent, port: site.port, cookie })
  const eventId = event.event_id
  const inSlot = (n: number) => slots[n % slots.length]?.time ?? ''

  await requirePayment(site, eventId, false)
  await inTurn(booked.slice(day.paid), async (member, n) => {
    const time = inSlot(n)
    const { status, code } = await bookOverHttp(callerOf(member), { eventId, time })
    if (status !== 201) throw new Error(`a booking was refused: ${code}`)
  })
  await requirePayment(site, eventId, true)
  await inTurn(booked.slice(0, day.paid), (member, n) =>
    pay(site, callerOf(member), { eventId, time: inSlot(day.booked - day.paid + n) }),
  )
  await inTurn(waiting, async (member) => {
    const path = `/api/events/${eventId}/waiting-list`
    const { status, body } = await callOverHttp(callerOf(member), { method: 'POST', path })
    if (status >= 300) throw new Error(`the waiting list was refused: ${body?.code}`)
  })
  agent.destroy()
  return { event, booked, waiting }
}

async function pay(
  site: RushSite,
  caller: Parameters<typeof callOverHttp>[0],
  { eventId, time }: { eventId: number; time: string },
): Promise<void> {
  const path = '/api/payments/orders'
  const cart = [{ description: 'x', amount: '0.01', shippingPreference: 'NO_SHIPPING' }]
  const booking = { eventId, appointmentStartTime: time }
  const order = await callOverHttp(caller, { method: 'POST', path, body: { cart, booking } })
  await fetch(`${site.cards}/__test/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId: order.body?.id, card: CARD }),
  })
  const captured = await callOverHttp(caller, {
    method: 'POST',
    path: `${path}/${order.body?.id}/capture`,
    body: {},
  })
  if (captured.body?.payment?.state !== 'finalised')
    throw new Error(`a payment failed: ${JSON.stringify(captured.body ?? order.body)}`)
}

/** Kills each victim when its share of the members, at random, is done. */
async function killMeanwhile(
  site: RushSite,
  { id, total, victims, random }: { id: number; total: number; victims: Victim[]; random: Random },
): Promise<void> {
  for (const [n, victim] of victims.entries()) {
    const share = Math.floor(total / victims.length)
    const fatal = n * share + random.below(share)
    await becomes(async () => (await countDone(site, id)) >= fatal, `${fatal} of ${total} done`)
    await killAndWait(site, victim, random)
  }
}

/** Members whom the bulk action has reached. */
export async function countDone(site: RushSite, id: number): Promise<number> {
  const { rows } = await site
    .database()
    .pool.query<{ done: number }>(
      `select count(*)::int as done from bulk_action_items where bulk_action_id = $1 and state = 'done'`,
      [id],
    )
  return rows[0]?.done ?? 0
}

/** After the day was cancelled: a sentence for each member told or refunded not once, and more. */
export async function whatIsWrong(
  site: RushSite,
  { event, booked, waiting, silent, day }: Awaited<ReturnType<typeof makeFullDay>>,
): Promise<string[]> {
  const { pool } = site.database()
  const wrong: string[] = []
  const of = [event.event_id]
  const open = `select count(*)::int as n from appointments where event_id = $1 and status = 'booked'`
  wrong.push(...differences('still booked', (await pool.query(open, of)).rows, [{ n: 0 }]))
  const waits = `select status, count(*)::int as n from waiting_list where event_id = $1 group by 1`
  const closed = day.waiting > 0 ? [{ status: 'booking closed', n: day.waiting }] : []
  wrong.push(...differences('the waiting list', (await pool.query(waits, of)).rows, closed))

  const refunds = `select r.state, count(*)::int as n, count(distinct p.id)::int as payments,
      sum(r.amount_pence)::int as pence
    from payments p join refunds r on r.payment_id = p.id where p.event_id = $1 group by 1`
  const all = [{ state: 'done', n: day.paid, payments: day.paid, pence: day.paid * PENCE }]
  const isRefunded = async () =>
    JSON.stringify((await pool.query(refunds, of)).rows) === JSON.stringify(all)
  await becomes(isRefunded, 'every payment refunded once')

  const mails = await mailsAbout(site, event.event_id, 'cancelled')
  const isSilent = new Set(silent.map(({ id }) => id))
  for (const { id } of booked) {
    const told = mails.get(id) ?? 0
    if (told !== (isSilent.has(id) ? 0 : 1)) wrong.push(`member ${id} was told ${told} times`)
  }
  // Their mails name no appointment. One that was being sent at a kill may arrive twice.
  for (const { id, email } of waiting) {
    if (isSilent.has(id)) continue
    await becomes(() => hasMail(site, email, 'you are waiting for'), `member ${id} told`)
  }
  return [...wrong, ...(await otherInvariants(site))]
}

/** All but the one that every change is mailed: members without an e-mail address are rung. */
async function otherInvariants(site: RushSite): Promise<string[]> {
  const broken = await brokenInvariants(site.database().db, new Date())
  return broken.filter((one) => !one.startsWith('every change of an appointment is mailed once'))
}

/** How many mails that say this about a member's appointment were queued, sent or not. */
async function mailsAbout(
  site: RushSite,
  eventId: number,
  says: 'cancelled' | 'changed',
): Promise<Map<number, number>> {
  const { rows } = await site.database().pool.query<{ id: number; n: number }>(
    `select a.member_id as id, count(*)::int as n from appointments a
       join jobs.job j on j.name = 'mail' and j.data->>'about' = $2 || ' ' || a.reference
       where a.event_id = $1 group by 1`,
    [eventId, says],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Whether a mail to the address has arrived with such a subject. */
async function hasMail(site: RushSite, to: string, subject: string): Promise<boolean> {
  const url = `http://127.0.0.1:${site.port + 3}/messages.json?to=${encodeURIComponent(to)}`
  const mails = (await (await fetch(url)).json()) as { subject: string }[]
  return mails.some((mail) => mail.subject.includes(subject))
}

async function takeEmailAway(site: RushSite, members: TestMember[]): Promise<void> {
  await site.database().pool.query(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
       where id = any($1::bigint[])`,
    [members.map(({ id }) => id)],
  )
}

async function requirePayment(site: RushSite, eventId: number, isRequired: boolean): Promise<void> {
  const change = 'update events set payment_required = $2 where id = $1'
  await site.database().pool.query(change, [eventId, isRequired])
}

async function openClerk(site: RushSite) {
  const { cookie } = await site.clerk()
  const agent = new Agent()
  const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer> =>
    callOverHttp({ agent, port: site.port, cookie }, { method, path, body })
  return {
    ask,
    close: () => agent.destroy(),
    async untilDone(id: number): Promise<Answer['body']> {
      let body: Answer['body'] = null
      await becomes(async () => {
        body = (await ask('GET', `/api/office/bulk-actions/${id}`)).body
        return body?.state === 'done'
      }, 'the bulk action done')
      return body
    },
  }
}

async function becomes(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not within ${LIMIT_MS} ms: ${what}`)
    await wait(5)
  }
}

async function inTurn<T>(items: T[], work: (item: T, n: number) => Promise<void>): Promise<void> {
  for (const [n, item] of items.entries()) await work(item, n)
}

/** A sentence when `found` lacks something of `expected`. */
function differences(what: string, found: Answer['body'], expected: object): string[] {
  const parts = Array.isArray(expected)
    ? found
    : Object.fromEntries(Object.keys(expected).map((key) => [key, found?.[key]]))
  const [is, should] = [JSON.stringify(parts), JSON.stringify(expected)]
  return is === should ? [] : [`${what} is ${is} instead of ${should}`]
}
