import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { confirmedPhone } from '../../../test/app/confirmed-phone.ts'
import { openNotices, START } from '../../../test/app/notices.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { deleteExpired } from '../../records/upkeep/upkeep.queries.ts'
import { openAnswers } from './sealed-answers.ts'
import { sendPreparationChecks } from './send-checks.ts'

let notices: Awaited<ReturnType<typeof openNotices>>
let member: TestMember
/** On 16 January 2027 from 10:00. */
let event: CharityEvent
beforeAll(async () => {
  notices = await openNotices()
})
afterAll(async () => {
  expect(await broken()).toEqual([])
  await notices.site.close()
})
beforeEach(async () => {
  notices.site.moveTo(START)
  notices.faults.length = 0
  member = await notices.site.member({ firstName: 'Zoë' })
  event = await notices.site.event()
})

const broken = () => brokenInvariants(notices.site.deps.database.db, notices.site.deps.now())
const NO = { infection: false, catheter: false, exercise: false, ejaculation: false }
const send = (deps = notices.site.deps) =>
  sendPreparationChecks(deps, (error) => void notices.faults.push(error))
const asked = async (of = member) =>
  (await notices.mailsTo(of)).filter(({ subject }) => subject.startsWith('Four questions'))
const keyIn = (text = '') => /\/by-link#prepare=([\w-]{22})/.exec(text)?.[1] ?? ''
const call = (path: '' | '/answers' | '/move' | '/cancel', body: object) =>
  notices.site.ask('POST', `/api/preparation${path}`, { body })
const rows = async (query: string) =>
  (await notices.site.deps.database.db.execute<Record<string, unknown>>(query)).rows

/** Books 10:20 on the day, and returns the key that is sent 72 hours before. */
async function keyOf(as = member, of = event): Promise<{ id: number; key: string }> {
  const id = await notices.book(as, of)
  notices.at('01-13T10:20:00')
  await send()
  return { id, key: keyIn((await asked(as))[0]?.text) }
}

describe('the link', () => {
  test('is sent once, 72 hours before, and shows no more than the appointment', async () => {
    const id = await notices.book(member, event)
    notices.at('01-13T10:19:59')
    await send()
    expect(await asked()).toEqual([])
    notices.at('01-13T10:20:00')
    await Promise.all([send(), send()])
    await send()
    expect(await asked()).toHaveLength(1)
    const [mail] = await asked()
    const key = keyIn(mail?.text)
    expect((await call('', { key })).body).toEqual({
      state: 'open',
      first_name: 'Zoë',
      event_name: 'Colchester PSA screening',
      place: 'Colchester',
      date: '2027-01-16',
      time: '10:20',
      later: [],
    })
    const stored = await rows(`select * from preparation_links where appointment_id = ${id}`)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(await notices.site.stored())).not.toContain(key)
  })

  test('goes by SMS where that is the member’s way, and then not by mail', async () => {
    const texter = await notices.site.member({
      contactBy: 'sms',
      ...confirmedPhone('07700 900123'),
    })
    const before = notices.site.smses.length
    await notices.book(texter, event)
    notices.at('01-13T10:20:00')
    await send()
    await send()
    await until(() =>
      expect(notices.site.smses.slice(before).filter(({ text }) => keyIn(text))).toHaveLength(1),
    )
    expect(await asked(texter)).toEqual([])
  })

  test('is not sent for a booking of the last 72 hours, nor just before the start', async () => {
    notices.at('01-13T10:20:00')
    await notices.book(member, event)
    notices.at('01-13T10:21:00')
    await send()
    expect(await asked()).toEqual([])
    notices.site.moveTo(START)
    const late = await notices.site.member()
    await notices.book(late, event, '10:40')
    notices.at('01-16T08:40:00')
    await send()
    expect(await asked(late)).toEqual([])
  })

  test.each([
    ['cancelled', 'cancel', undefined],
    ['moved', 'update', { appt_time: '11:00' }],
  ])('that is %s while it is looked at sends nothing for the old time', async (_, how, body) => {
    const id = await notices.book(member, event)
    notices.at('01-13T10:20:00')
    const { database } = notices.site.deps
    const transaction: typeof database.transaction = async (work) => {
      await notices.site.ask('PUT', `/api/appointments/${id}/${how}`, {
        as: member,
        ...(body && { body }),
      })
      return database.transaction(work)
    }
    await send({ ...notices.site.deps, database: { ...database, transaction } })
    expect(await asked()).toEqual([])
  })

  test('ends when the appointment starts, is moved or is cancelled', async () => {
    const { id, key } = await keyOf()
    notices.at('01-13T11:00:00')
    await notices.site.ask('PUT', `/api/appointments/${id}/update`, {
      as: member,
      body: { appt_time: '11:20' },
    })
    expect((await call('/answers', { key, answers: NO })).body.state).toBe('over')
    expect(await rows(`select * from preparation_answers where appointment_id = ${id}`)).toEqual([])
    const other = await notices.site.member()
    notices.site.moveTo(START)
    const second = await keyOf(other)
    notices.at('01-16T10:20:00')
    expect((await call('', { key: second.key })).body.state).toBe('over')
    expect((await call('/answers', { key: second.key, answers: NO })).body.state).toBe('over')
    notices.at('01-17T10:21:00')
    await deleteExpired(notices.site.deps.database.db, notices.site.deps.now())
    expect((await call('', { key: second.key })).status).toBe(404)
  })
})

describe('the answers', () => {
  test('all no: are saved sealed, once, and the copy of all data has them', async () => {
    const { id, key } = await keyOf()
    expect((await call('/answers', { key, answers: NO })).body.state).toBe('prepared')
    const again = await call('/answers', { key, answers: { ...NO, infection: true } })
    expect(again.body).toMatchObject({ state: 'prepared', later: [] })
    const [row, ...more] = await rows(
      `select * from preparation_answers where appointment_id = ${id}`,
    )
    expect(more).toEqual([])
    const sealed = Buffer.from(row?.sealed as Buffer)
    expect(sealed.toString('latin1')).not.toContain('infection')
    const startsAt = new Date('2027-01-16T10:20:00Z')
    const { fieldKeys } = notices.site.deps
    expect(openAnswers(fieldKeys, { appointmentId: id, startsAt, sealed })).toEqual(NO)
    const { body } = await notices.site.ask('GET', '/api/my-data', { as: member })
    expect(body.preparation_answers).toMatchObject([{ event_name: event.event_name, answers: NO }])
    expect(JSON.stringify(body)).not.toContain(key)
    expect(body.notices).toContainEqual(
      expect.objectContaining({ about: 'questions before your appointment' }),
    )
  })

  test('must be four', async () => {
    const { key } = await keyOf()
    const answers = { infection: true, catheter: false, exercise: false }
    expect((await call('/answers', { key, answers })).status).toBe(400)
    expect((await call('', { key })).body.state).toBe('open')
  })

  test('a yes to exercise offers later times of the day, and moves inside 48 hours', async () => {
    const { id, key } = await keyOf()
    const { body } = await call('/answers', { key, answers: { ...NO, exercise: true } })
    const [own] = body.later
    expect(body.state).toBe('later')
    expect(own).toMatchObject({
      event_id: event.event_id,
      date: '2027-01-16',
      times: ['10:40', '11:00', '11:20', '11:40'],
    })
    notices.at('01-16T08:00:00')
    const time = { event_id: event.event_id, date: '2027-01-16', time: '11:00' }
    const own48 = await notices.site.ask('PUT', `/api/appointments/${id}/update`, {
      as: member,
      body: { appt_time: '11:00' },
    })
    expect(own48.body.code).toBe('too_late_to_move')
    const moved = await call('/move', { key, ...time })
    expect(moved.body).toMatchObject({ state: 'moved', time: '11:00', later: [] })
    expect(await notices.subjectsTo(member)).toContainEqual(expect.stringContaining('new time'))
    // Repeated, and to another time: the link has been used.
    expect((await call('/move', { key, ...time, time: '11:20' })).body.time).toBe('11:00')
    await send()
    expect(await asked()).toHaveLength(1)
    expect(await broken()).toEqual([])
  })

  test('an infection waits six weeks, at events of the same price, with the consent carried over', async () => {
    const day = (date: string, wanted = {}) =>
      notices.site.event({
        name: `Day ${date}`,
        startsAt: new Date(`${date}T10:00:00Z`),
        endsAt: new Date(`${date}T11:00:00Z`),
        ...wanted,
      })
    await day('2027-02-20')
    const paid = await day('2027-03-01', { pricePence: 2500, paymentRequired: true })
    const hidden = await day('2027-03-02', { accessCode: 'LODGE2026' })
    const later = await day('2027-03-03')
    const { id, key } = await keyOf()
    const { body } = await call('/answers', { key, answers: { ...NO, infection: true } })
    expect(body.later).toMatchObject([{ event_id: later.event_id, date: '2027-03-03' }])
    for (const other of [paid, hidden, event]) {
      const time = { event_id: other.event_id, date: other.event_date, time: '10:00' }
      expect((await call('/move', { key, ...time })).body.code).toBe('slot_taken')
    }
    const time = { event_id: later.event_id, date: '2027-03-03', time: '10:20' }
    expect((await call('/move', { key, ...time })).body).toMatchObject({
      state: 'moved',
      event_name: 'Day 2027-03-03',
      date: '2027-03-03',
    })
    const [row] = await rows(
      `select a.event_id, a.price_pence, a.payment_status, c.event_id = a.event_id as has_consent
         from appointments a join consents c on c.id = a.consent_id where a.id = ${id}`,
    )
    expect(row).toMatchObject({ price_pence: 0, payment_status: 'paid', has_consent: true })
    expect(await broken()).toEqual([])
  })

  test('no other event is offered when the consent is too old to be carried over', async () => {
    const booked = await notices.site.event({
      startsAt: new Date('2027-05-01T10:00:00Z'),
      endsAt: new Date('2027-05-01T12:00:00Z'),
    })
    await notices.site.event({
      name: 'Much later',
      startsAt: new Date('2027-06-20T10:00:00Z'),
      endsAt: new Date('2027-06-20T12:00:00Z'),
    })
    await notices.book(member, booked, '11:20')
    notices.at('04-28T10:30:00')
    await send()
    const key = keyIn((await asked())[0]?.text)
    const { body } = await call('/answers', { key, answers: { ...NO, infection: true } })
    expect(body).toMatchObject({ state: 'later', later: [] })
  })

  test('of many for the last later time: one gets it, the others keep theirs', async () => {
    const small = await notices.site.event({
      startsAt: new Date('2027-01-16T10:00:00Z'),
      endsAt: new Date('2027-01-16T11:20:00Z'),
      places: 4,
    })
    const others = await Promise.all([1, 2, 3].map(() => notices.site.member()))
    for (const [n, one] of others.entries())
      await notices.book(one, small, ['10:00', '10:20', '10:40'][n])
    notices.at('01-13T10:45:00')
    await send()
    const keys = await Promise.all(others.map(async (one) => keyIn((await asked(one))[0]?.text)))
    for (const key of keys) await call('/answers', { key, answers: { ...NO, ejaculation: true } })
    const time = { event_id: small.event_id, date: '2027-01-16', time: '11:00' }
    const outcomes = await Promise.all(keys.map((key) => call('/move', { key, ...time })))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await broken()).toEqual([])
  })
})

test('wrong keys are refused, and soon no more are tried', async () => {
  notices.at('05-20T09:00:00')
  const wrong = () => call('', { key: 'A'.repeat(22) })
  expect(await wrong()).toMatchObject({ status: 404 })
  for (let more = 0; more < 29; more += 1) await wrong()
  expect(await wrong()).toMatchObject({ status: 429 })
  notices.at('05-20T09:16:00')
  expect(await wrong()).toMatchObject({ status: 404 })
})

describe('after a yes', () => {
  const YES = { ...NO, infection: true }

  test('a member may keep the time, or cancel free of charge by the same link', async () => {
    const { id, key } = await keyOf()
    expect((await call('/cancel', { key })).body.state).toBe('open')
    expect((await call('/answers', { key, answers: YES })).body.state).toBe('later')
    expect(await rows(`select status from appointments where id = ${id}`)).toEqual([
      { status: 'booked' },
    ])
    expect((await call('/cancel', { key })).body.state).toBe('cancelled')
    expect((await call('/cancel', { key })).body.state).toBe('cancelled')
    expect(await rows(`select status from appointments where id = ${id}`)).toEqual([
      { status: 'cancelled' },
    ])
  })

  test('a nearer day that costs less is offered while no money was taken', async () => {
    const dear = await notices.site.event({ pricePence: 2500, paymentRequired: false })
    const other = await notices.site.member({ firstName: 'Ann' })
    const { key } = await keyOf(other, dear)
    const cheap = await notices.site.event({
      startsAt: new Date('2027-03-20T10:00:00Z'),
      endsAt: new Date('2027-03-20T12:00:00Z'),
      pricePence: 0,
      paymentRequired: false,
    })
    const { body } = await call('/answers', { key, answers: YES })
    expect(body.later.map((one: { event_id: number }) => one.event_id)).toContain(cheap.event_id)
  })
})
