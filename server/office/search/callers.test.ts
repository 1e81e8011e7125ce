import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedId } from '../../../test/app/bookings.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { CALLERS, type Caller, WAYS } from '../../../test/office-search/callers.ts'

const AT_LEAST = 0.95

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
const keyOf = new Map<number, string>()

beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
  for (const [key, caller] of Object.entries(CALLERS)) {
    const { reference, order, ...row } = caller
    const member = await site.member(row)
    keyOf.set(member.id, key)
    if (reference) await book(member, caller)
  }
})
afterAll(() => site.close())

test('of 200 ways of saying who somebody is, 95 in 100 have the right member first', async () => {
  const missed: string[] = []
  let count = 0
  for (const [form, ways] of Object.entries(WAYS))
    for (const [key, typed] of Object.entries(ways))
      for (const q of typed) {
        count += 1
        const first = await firstOf(q)
        if (first !== key) missed.push(`${form}: ‘${q}’ has ${first ?? 'nobody'}, not ${key}`)
      }
  console.log(`${count - missed.length} of ${count} have the right member first`)
  for (const line of missed) console.log(line)
  expect(count).toBeGreaterThanOrEqual(200)
  expect(count - missed.length).toBeGreaterThanOrEqual(AT_LEAST * count)
})

/** The key of the member whom the search box shows first. */
async function firstOf(q: string): Promise<string | undefined> {
  const { status, body } = await site.ask(
    'GET',
    `/api/office/search?${new URLSearchParams({ q })}`,
    {
      as: clerk,
    },
  )
  expect(status).toBe(200)
  const [first] = body.members
  return first && keyOf.get(first.id)
}

async function book(member: Awaited<ReturnType<TestApp['member']>>, { reference, order }: Caller) {
  const event = await site.event({ pricePence: 2500 })
  await site.consent(member, event)
  const id = await bookedId(site, member, event)
  const paid = { capturedPence: 2500, feePence: 75, at: site.deps.now() }
  const paymentId = await payByCard(site.deps.database.db, id, paid)
  const { owner } = site
  await owner.execute(`update appointments set reference = '${reference}' where id = ${id}`)
  await owner.execute(`update payments set order_id = '${order}' where id = '${paymentId}'`)
}
