import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { closeDay } from '../../test/app/close-day.ts'
import { press } from '../../test/app/presses.ts'
import { sampledEvent } from '../../test/app/samples.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { countUnfinished } from '../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  day = await sampledEvent(site, 3)
})
afterAll(() => site.close())

const person = (n: number) => day.people[n] as TestMember
const at = (n: number) => ({ event: day.event, as: day.venue, appointment: day.appointments[n] })
const notSampled = (n: number, reason = 'could_not_draw') =>
  press(site, at(n), 'not_sampled', { reason })
const rows = async (query: string) => (await site.deps.database.pool.query(query)).rows
const loopOf = (n: number) =>
  rows(`select closed_at is null as open, closed_because as because, is_to_ring as ring, owner
    from care_loops where kind = 'not_sampled' and appointment_id = ${day.appointments[n]}
    order by id`)
async function close() {
  site.moveTo(ukInstant(day.event.event_date, '12:00'))
  const as = await site.staff(['office'])
  expect((await closeDay(site, day.event.event_id, as)).status).toBe(200)
}
async function offers(n: number): Promise<string[]> {
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
  return site.mails
    .filter(({ to, subject }) => to === person(n).email && subject.includes('try again'))
    .map(({ text }) => text)
}
const hasRight = async (n: number) => {
  const url = `/api/appointments/upcoming-appointments/user/${person(n).id}`
  const cookie = await site.signIn(person(n).userId, person(n).email)
  return (await site.ask('GET', url, { as: { cookie } })).body.free_repeat === true
}
async function bookPaid(n: number) {
  const startsAt = new Date('2027-03-09T10:00:00Z')
  const paid = await site.event({
    startsAt,
    endsAt: new Date('2027-03-09T12:00:00Z'),
    pricePence: 2500,
    paymentRequired: true,
  })
  await site.consent(person(n), paid)
  const cookie = await site.signIn(person(n).userId, person(n).email)
  return site.ask('POST', '/api/appointments', {
    as: { cookie },
    body: { eventId: paid.event_id, appointmentStartTime: '10:20' },
  })
}

test('a member of whom no sample could be taken has a task, a message and another appointment', async () => {
  await notSampled(0)
  expect(await loopOf(0)).toEqual([{ open: true, because: null, ring: false, owner: 'office' }])
  expect(await offers(0)).toEqual([])
  expect(await hasRight(0)).toBe(true)
  await close()
  const [text, ...more] = await offers(0)
  expect(more).toEqual([])
  expect(text).toContain('You do not pay again.')
  expect(text).not.toMatch(/vein|draw|unwell|blood/)

  const booked = await bookPaid(0)
  expect(booked.status).toBe(201)
  expect(booked.body.appointment).toMatchObject({ payment_status: 'waived', price_pence: 2500 })
  expect(await loopOf(0)).toMatchObject([{ open: false, because: 'booked again' }])
  expect(await hasRight(0)).toBe(false)
  await close()
  expect(await offers(0)).toHaveLength(1)
})

test('an undo before the day is closed takes task, message and offer back', async () => {
  const undoes = await notSampled(0, 'unwell')
  await press(site, at(0), 'undo', { undoes, reason: 'they feel better' })
  await press(site, at(0), 'sample', { tube: tubeCodeOf(8100) })
  expect(await loopOf(0)).toMatchObject([{ open: false }])
  expect(await hasRight(0)).toBe(false)
  await close()
  expect(await offers(0)).toEqual([])
  expect((await bookPaid(0)).body.code).toBe('payment_required')
})

test('who declined or may not be tested is not asked again', async () => {
  await notSampled(0, 'declined')
  await notSampled(1, 'not_eligible')
  await close()
  for (const n of [0, 1]) {
    expect(await loopOf(n)).toEqual([])
    expect(await offers(n)).toEqual([])
    expect(await hasRight(n)).toBe(false)
  }
})

test('what was never paid, or was paid back, is charged', async () => {
  await rows(`update appointments set payment_status = 'not paid', price_pence = 2500
    where id = ${day.appointments[0]}`)
  await notSampled(0)
  expect(await hasRight(0)).toBe(false)
  await close()
  const [text] = await offers(0)
  expect(text).not.toContain('pay again')
})

test('a member without e-mail and mobile is rung', async () => {
  await rows(
    `update members set email = null, user_id = null, phone = '01206 000000',
      contact_by = 'telephone', seal_id = coalesce(seal_id, gen_random_uuid()) where id = ${person(0).id}`,
  )
  await notSampled(0)
  await close()
  expect(await loopOf(0)).toMatchObject([{ open: true, ring: true }])
})

test('a reason that arrives after the day was closed sends its message at once', async () => {
  await notSampled(1)
  await close()
  day.venue = await site.staff(['venue'], { eventIds: [day.event.event_id] })
  await notSampled(0)
  expect(await offers(0)).toHaveLength(1)
  expect(await offers(1)).toHaveLength(1)
})
