// Whatever an account without a staff role sends, with the ids, addresses and the NHS number of
// another member, that other member reads what they read before (places of events are apart).

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertResult } from '../../server/facts/results.queries.ts'
import { sealResult } from '../../server/facts/sealed-result.ts'
import { type CardShop, openCardShop } from '../app/card-shop.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'
import { documentedRoutes } from '../fuzz/documented-routes.ts'
import { fillIn, fuzzedRequests } from '../fuzz/make-requests.ts'
import { FUZZ_VALUES, SEED } from '../fuzz/values.ts'

const COUNT = Math.ceil(FUZZ_VALUES * 0.25)
const BATCH = 25
/** What own reading and waiting mails change, and what anybody may ask for by an e-mail address. */
const MOVES_BY_ITSELF = [
  ...['who_looked', 'what_was_done', 'mails_sent', 'mails_waiting'],
  ...['newsletter', 'near_alerts', 'messages'],
]
/** As in the bodies of test/fuzz. */
const NUMBER = '9434765919'

let shop: CardShop
let site: TestApp
beforeEach(async () => {
  shop = await openCardShop()
  site = shop.site
})
afterEach(() => shop.close())

test('V1: no request of a stranger changes what a member reads', { timeout: 900_000 }, async () => {
  const owner = await site.member()
  const stranger = await site.member()
  const things = await belongings(owner)
  const before = await readAll(owner)
  expect(before.results.data).toHaveLength(3)

  let sent = 0
  const answers = new Map<number, number>()
  const routes = documentedRoutes(site.app).filter(({ path }) => !path.startsWith('/api/office/'))
  await fc.assert(
    fc.asyncProperty(fuzzedRequests(routes), async ({ method, url, headers, payload }) => {
      sent += 1
      const { statusCode } = await site.app.inject({
        method,
        url: fillIn(url, things),
        headers: { cookie: stranger.cookie, ...headers },
        ...(payload !== undefined && { payload: fillIn(payload, things) }),
        remoteAddress: `10.1.${Math.floor(sent / 50) >> 8}.${Math.floor(sent / 50) & 255}`,
      })
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
      if (sent % BATCH === 0) expect(await readAll(owner)).toEqual(before)
    }),
    { seed: SEED, numRuns: COUNT },
  )
  // The gravest one surely, whatever was drawn.
  const path = `/api/auth/profile?email=${stranger.email}`
  const typed = await site.ask('PUT', path, { as: stranger, body: { nhs_number: NUMBER } })
  expect(typed.status).toBe(200)
  expect(await readAll(owner)).toEqual(before)
  expect([...answers.keys()]).toEqual(expect.arrayContaining([200, 404]))
})

/** A member with a number, two results, an appointment, a hold and a payment under way. */
async function belongings(owner: TestMember): Promise<Record<string, string | number>> {
  const path = `/api/auth/profile?email=${owner.email}`
  await site.ask('PUT', path, { as: owner, body: { nhs_number: NUMBER } })
  for (const band of ['Green', 'Red']) await addResult(owner, band)
  const event = await site.event({ places: 400 })
  const lodge = await site.event({ accessCode: 'LODGE2026' })
  const paid = await site.event({ paymentRequired: true, pricePence: 2500 })
  const lab = await site.event({ labId: await site.lab({ requiresNhsNumber: true }) })
  for (const one of [event, paid]) await site.consent(owner, one)
  const { body: order } = await shop.order(owner, paid)
  const book = { eventId: event.event_id, appointmentStartTime: '10:00' }
  const { body: booked } = await site.ask('POST', '/api/appointments', { as: owner, body: book })
  return {
    event: event.event_id,
    private: lodge.event_id,
    paid: paid.event_id,
    lab: lab.event_id,
    profile: owner.id,
    appointment: booked.appointment.appointment_id,
    hold: randomUUID(),
    order: order.id,
    paidOrder: order.id,
    date: event.event_date,
    email: owner.email,
    user: owner.userId,
  }
}

async function addResult(of: TestMember, band: string): Promise<void> {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '1.02', test_unit: 'ng/ml', comments: 'Sample.', band }
  const at = site.deps.now()
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: of.id,
    sampleDate: '2027-01-10',
    releasedAt: at,
    recordedAt: at,
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
}

/** Everything that the member reads, and what is to be sent to them. */
async function readAll(as: TestMember) {
  const read = async (path: string) => (await site.ask('GET', path, { as })).body
  const results = await read(`/api/medical/results/${as.id}`)
  const upcoming = `/api/appointments/upcoming-appointments/user/${as.id}`
  const copy = await read('/api/my-data')
  for (const part of MOVES_BY_ITSELF) delete copy[part]
  return {
    results,
    profile: await read('/api/auth/profile'),
    upcoming: await read(upcoming),
    copy,
    letters: await rows(`select * from result_letters where member_id = ${as.id} order by id`),
    notices: await rows(`select * from notices where member_id = ${as.id} order by 1`),
    record: await rows(`select * from members where id = ${as.id}`),
  }
}

async function rows(statement: string) {
  return (await site.deps.database.pool.query(statement)).rows
}
