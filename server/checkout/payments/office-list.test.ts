// A page of the list reads its own rows, however many payments there are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { countRead, flushCounts, vacuum } from '../../../test/growth/history.queries.ts'
import { queryableOn } from '../../platform/db/database.ts'
import { listPayments, searchPayments } from './office.queries.ts'

const PAYMENTS = 20_000
let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
  const member = await site.member()
  const event = await site.event()
  await site.deps.database.pool.query(
    `insert into payments (id, member_id, event_id, slot_starts_at, state, amount_pence, description,
        invoice_id, create_request_id, order_id, created_at, updated_at)
      select gen_random_uuid(), $1, $2, $3, case when n % 5000 = 0 then 'refund failed' else 'expired' end,
          2500, 'x', n, 'plan-' || n, 'order-' || n, $3::timestamptz - n * interval '1 minute', $3
        from generate_series(1, $4::int) n`,
    [member.id, event.event_id, site.deps.now(), PAYMENTS],
  )
  await vacuum(site.owner)
})
afterAll(() => site.close())

test.each([
  ['the first page', { tab: 'all' }, 51],
  ['a page in the middle', { tab: 'all', place: 10_000 }, 51],
  ['the stuck ones', { tab: 'stuck' }, 4],
  ['a reference', { tab: 'all', search: 'order-777' }, 1],
] as const)('%s', async (_, asked, expected) => {
  const { tab, search = '', place } = { search: undefined, place: undefined, ...asked }
  const client = await site.deps.database.pool.connect()
  try {
    const q = queryableOn(client)
    const { rows } = await client.query(`select id from payments where invoice_id = $1`, [place])
    const after = rows[0] ? [rows[0].id] : null
    const page = { tab, after, limit: 51, now: site.deps.now() }
    const list = async () => listPayments(q, { ...page, matches: await searchPayments(q, search) })
    await list()
    await flushCounts(q)
    const before = await countRead(q)
    expect(await list()).toHaveLength(expected)
    await flushCounts(q)
    expect((await countRead(q)) - before).toBeLessThan(PAYMENTS / 20)
  } finally {
    client.release()
  }
})
