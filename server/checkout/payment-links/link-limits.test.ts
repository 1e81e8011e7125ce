import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { bookUnpaid } from '../../../test/app/unpaid-booking.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ settings: { rateLimitScale: 1 } })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const post = (url: string, body: object, as = clerk) =>
  site.ask('POST', url, { as, body, headers: { 'idempotency-key': crypto.randomUUID() } })

/** Sends a link for an appointment of somebody with this address. */
async function unpaid(email: string) {
  const event = await site.event({ pricePence: 2500, paymentRequired: true })
  const member = await site.member()
  await site.consent(member, event)
  const id = await bookUnpaid(site, clerk, { member, event })
  await site.ownerPool.query('update members set email = $2 where id = $1', [member.id, email])
  const url = `/api/office/appointments/${id}/payment-links`
  return (as = clerk) => post(url, { by: 'mail' }, as)
}

const openLinks = async () =>
  (await site.ownerPool.query('select 1 from payment_links where closed_at is null')).rowCount

test('the office sends three payment links a day to one address, whoever sends them and for whomever', async () => {
  const [send, sendOther] = [await unpaid('one@example.org'), await unpaid('ONE@example.org')]
  for (let n = 0; n < 2; n++) expect((await send()).status).toBe(201)
  expect((await sendOther()).status).toBe(201)
  const open = await openLinks()
  const other = await site.staff(['office'])
  for (const one of [send, sendOther]) {
    const { status, body } = await one(other)
    expect([status, body.code]).toEqual([429, 'too_many_links'])
  }
  expect(await openLinks()).toBe(open)
})

test('one person of the office sends fifteen payment links an hour', async () => {
  const other = await site.staff(['office'])
  const statuses: number[] = []
  for (let n = 0; n < 16; n++)
    statuses.push((await (await unpaid(`m${n}@example.org`))(other)).status)
  expect(statuses).toEqual([...Array<number>(15).fill(201), 429])
})
