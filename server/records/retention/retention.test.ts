import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { sealAnswers } from '../../bookings/preparation/sealed-answers.ts'
import { insertFollowUpAnswer } from '../../care/task-list/follow-up.queries.ts'
import { sealSaid } from '../../care/task-list/sealed-follow-up.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { payments, preparationAnswers } from '../../platform/db/schema.ts'
import { insertGpAppointment } from '../../results/gp-appointments.queries.ts'
import { checkChains } from '../hash-chain/check-chain.ts'
import { sealRows } from '../hash-chain/seal-rows.ts'
import { applyRetention } from './apply-retention.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
const MEMBERS = 24
const RESULT = { test_result: '1', test_unit: null, comments: null }
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
})
afterAll(() => site.close())

const fail = (error: Error) => {
  throw error
}
const run = () => applyRetention(site.deps, fail)
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows
const countOf = async (query: string) =>
  Number((await rows(`select count(*) as n from ${query}`))[0]?.n)
const asAdmin = async (method: 'GET' | 'PUT', url: string, body?: object) =>
  site.ask(method, url, { as: await site.staff(['admin']), ...(body && { body }) })
const change = (kind: string, body: object) =>
  asAdmin('PUT', `/api/office/retention/${encodeURIComponent(kind)}`, body)
const periods = async () => (await asAdmin('GET', '/api/office/retention')).body.data

/** A member whose only appointment and result were so many months before NOW. */
async function memberOf(monthsAgo: number): Promise<TestMember> {
  const then = new Date(NOW)
  then.setUTCMonth(then.getUTCMonth() - monthsAgo)
  site.moveTo(then)
  const member = await site.member()
  const event = await site.event({ startsAt: then, endsAt: new Date(then.getTime() + 7_200_000) })
  const consentId = await site.consent(member, event)
  const { db } = site.deps.database
  await db.execute(sql`with made as (
    insert into appointments (reference, event_id, member_id, slot_starts_at, slot_ends_at,
      payment_status, price_pence, consent_id, created_at, updated_at)
    values (${randomUUID().slice(0, 8)}, ${event.event_id}, ${member.id}, ${then},
      ${then}::timestamptz + interval '20 minutes', 'paid', 0, ${consentId}, ${then}, ${then})
    returning id)
    update places set appointment_id = (select id from made)
      where event_id = ${event.event_id} and slot_starts_at = ${then} and place_number = 1`)
  await db.execute(sql`insert into audit_log (member_id, action, subject, at)
    values (${member.id}, 'booked', 'x', ${then})`)
  const origin = { source: 'test', sourceRef: randomUUID() }
  await insertResult(db, {
    ...origin,
    memberId: member.id,
    sampleDate: '2018-01-01',
    releasedAt: then,
    recordedAt: then,
    sealed: sealResult(site.deps.fieldKeys, origin, RESULT),
  })
  site.moveTo(NOW)
  return member
}

async function pay(member: TestMember, at: string, state: 'finalised' | 'pending review') {
  const id = randomUUID()
  const event = await site.event()
  await site.deps.database.db.insert(payments).values({
    id,
    memberId: member.id,
    eventId: event.event_id,
    slotStartsAt: new Date(at),
    state,
    amountPence: 2_500,
    description: 'PSA',
    invoiceId: id,
    createRequestId: id,
    createdAt: new Date(at),
    updatedAt: new Date(at),
  })
  await site.deps.database.db.execute(sql`insert into ledger_entries
    (payment_id, kind, amount_pence, provider_ref, at) values (${id}, 'charge', 2500, ${id}, ${at})`)
  return id
}

/** Chained rows about a result and an appointment, which go with them. */
async function leaveChainedRows({ id: memberId }: TestMember): Promise<void> {
  const { fieldKeys, database } = site.deps
  const [result] = await rows(
    `select min(id)::int as id from results where member_id = ${memberId}`,
  )
  const about = { resultId: Number(result?.id), round: 'six_weeks' } as const
  const answer = sealSaid(fieldKeys, about, { outcome: 'mri', on: null })
  const answeredAt = new Date('2018-01-02')
  await insertFollowUpAnswer(database.db, { ...about, memberId, sealed: answer, answeredAt })
  await insertGpAppointment(database.db, fieldKeys, {
    resultId: about.resultId,
    day: '2018-02-01',
    enteredAt: answeredAt,
  })
  const [booked] = await rows(`select id::int as id, slot_starts_at from appointments
    where member_id = ${memberId}`)
  const visit = {
    appointmentId: Number(booked?.id),
    startsAt: new Date(String(booked?.slot_starts_at)),
  }
  const given = { infection: true, catheter: false, exercise: false, ejaculation: false }
  const sealed = sealAnswers(fieldKeys, visit, given)
  await database.db.insert(preparationAnswers).values({ ...visit, memberId, sealed, answeredAt })
}

/** What keeps a member's records although their period has ended. */
const OPEN: Record<string, (member: TestMember) => Promise<unknown>> = {
  nothing: async () => undefined,
  'a payment': (member) => pay(member, '2026-06-01T09:00:00Z', 'finalised'),
  'a request to be erased': ({ id }) =>
    rows(`insert into erasure_requests (member_id, asked_at) values (${id}, now())`),
  'a check of identity': ({ id }) =>
    rows(`insert into identity_reviews (member_id, kind, raised_at)
      values (${id}, 'changed identity', now())`),
  'a result that was not released': async ({ id }) => {
    const origin = { source: 'test', sourceRef: randomUUID() }
    const sealed = sealResult(site.deps.fieldKeys, origin, RESULT)
    const made = { ...origin, memberId: id, sampleDate: '2018-01-01', releasedAt: null, sealed }
    await insertResult(site.deps.database.db, { ...made, recordedAt: new Date('2018-01-02') })
  },
}

test('nothing is deleted before an admin switches it on, and only what need not be kept', async () => {
  const names = Object.keys(OPEN)
  const made: { member: TestMember; months: number; open: string }[] = []
  for (let n = 0; n < MEMBERS; n++) {
    const months = 84 + n
    const open = names[n % names.length] ?? 'nothing'
    const member = await memberOf(months)
    await OPEN[open]?.(member)
    await leaveChainedRows(member)
    made.push({ member, months, open })
  }
  await sealRows(site.deps, fail)
  const expected = made.filter(({ months, open }) => months > 96 && open === 'nothing')
  expect(expected.length).toBeGreaterThan(1)

  const before = await site.stored()
  await run()
  expect(await site.stored()).toEqual(before)
  expect((await periods())[0]).toMatchObject({ is_on: false, due: expected.length, months: 96 })

  const on = { months: 96, is_on: true, version: 0 }
  expect((await change('health records', on)).status).toBe(204)
  expect((await change('health records', on)).body.code).toBe('changed_meanwhile')
  await Promise.all([run(), run()])
  for (const { member, months, open } of made) {
    const isKept = !expected.some((one) => one.member.id === member.id)
    const of = `where member_id = ${member.id}`
    const left = [
      await countOf(`appointments ${of}`),
      await countOf(`consents ${of}`),
      Math.min(1, await countOf(`results ${of}`)),
      await countOf(`audit_log ${of} and action = 'booked'`),
    ]
    expect([months, open, left]).toEqual([months, open, Array(4).fill(isKept ? 1 : 0)])
  }
  expect(await countOf('gp_appointments')).toBe(made.length - expected.length)
  expect((await checkChains(site.deps)).filter(({ fault }) => fault)).toEqual([])
  const log = await rows(
    `select counts->'consents' as n from erasure_log where kind = 'health records'`,
  )
  expect(log).toEqual([{ n: expected.length }])
  expect((await periods())[0]).toMatchObject({ is_on: true, due: 0, version: 1 })
})

test('payments go six years after their financial year, with their ledger', async () => {
  const member = await site.member()
  const old = await pay(member, '2020-03-31T12:00:00Z', 'finalised')
  const kept = [
    await pay(member, '2020-04-01T12:00:00Z', 'finalised'),
    await pay(member, '2020-03-01T12:00:00Z', 'pending review'),
  ]
  await change('payments', { months: 72, is_on: true, version: 0 })
  await run()
  const left = await rows(`select id from payments where member_id = ${member.id}`)
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  expect(await countOf(`ledger_entries where payment_id = '${old}'`)).toBe(0)
  expect((await checkChains(site.deps)).filter(({ fault }) => fault)).toEqual([])
})

test('a payment that a report differed from goes with the difference, once that is old too', async () => {
  const member = await site.member()
  const { db } = site.deps.database
  const { id: staffId } = await site.staff(['treasurer'])
  const [report] = await rows(`insert into provider_reports
    (content_hash, uploaded_by, uploaded_at, period_from, period_to, lines, ignored, added)
    values ('\\x07', ${staffId}, now(), now(), now(), 1, 0, 1) returning id`)
  const differ = async (paymentId: string, decidedAt: string | null) => {
    const isOpen = decidedAt === null
    await db.execute(sql`insert into money_differences (kind, provider_ref, report_id, payment_id, at,
        currency, found_at, state, decision, reason, decided_by, decided_at)
      values ('other fee', ${paymentId}, ${report?.id}, ${paymentId}, '2018-05-01', 'GBP',
        '2018-05-01', ${isOpen ? 'open' : 'decided'}, ${isOpen ? null : 'explained'},
        ${isOpen ? null : 'a rebate'}, ${isOpen ? null : staffId}, ${decidedAt})`)
    return paymentId
  }
  const madeAt = '2018-04-30T12:00:00Z'
  const old = await differ(await pay(member, madeAt, 'finalised'), '2018-05-02')
  const kept = [
    await differ(await pay(member, madeAt, 'finalised'), null),
    await differ(await pay(member, madeAt, 'finalised'), '2026-05-02'),
  ]
  await run()
  const left = await rows(`select id from payments where member_id = ${member.id}`)
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
  expect(await countOf(`money_differences where payment_id = '${old}'`)).toBe(0)
  expect(await countOf('money_differences')).toBe(2)
})

test('a period of less than a year is refused, by the database too', async () => {
  const short = await change('payments', { months: 6, is_on: true, version: 1 })
  expect(short.status).toBe(400)
  const early = rows(`select delete_payments('{}', now() - interval '3 months', now())`)
  await expect(early).rejects.toThrow()
})
