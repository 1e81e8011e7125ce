// Labels of living members with a postal address whom the charity may write to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'

let site: TestApp
let office: Awaited<ReturnType<TestApp['staff']>>
let event: CharityEvent
let members: TestMember[]
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
  event = await site.event({ places: 12, pricePence: 0 })
  members = await consentingMembers(site, 5, [event])
  const times = ['10:00', '10:20', '10:40', '11:00', '11:20']
  for (const [n, member] of members.entries()) await bookedId(site, member, event, times[n])
  const [one, two, dead, silent] = members
  await set([one, two, dead, silent], `address_lines = '{1 High Street}', postcode = 'ELY 1AA'`)
  await set([dead], 'died_at = now()')
  await set([silent], `wants_contact = 'none'`)
})
afterAll(() => site.close())

const set = (whom: (TestMember | undefined)[], columns: string) =>
  site.deps.database.pool.query(`update members set ${columns} where id = any($1)`, [
    whom.flatMap((one) => (one ? [one.id] : [])),
  ])
const get = (path: string, as = office) => site.ask('GET', `/api/office/${path}`, { as })
async function print(path: string) {
  const { statusCode, headers, rawPayload } = await site.app.inject({
    url: `/api/office/${path}`,
    headers: { cookie: office.cookie },
  })
  return [statusCode, headers['content-type'], rawPayload.subarray(0, 5).toString()]
}
const PDF = [200, 'application/pdf', '%PDF-']
const audited = async () => {
  const { rows } = await site.deps.database.pool.query(
    `select subject, details->>'rows' as rows from audit_log where action = 'list exported'
     order by id desc limit 1`,
  )
  return rows[0]
}

test('the attendees of a tab get a label each, and the audit log has how many', async () => {
  expect(await print(`events/${event.event_id}/address-labels`)).toEqual(PDF)
  expect(await audited()).toEqual({
    subject: `address labels of event ${event.event_id}`,
    rows: '2',
  })
  const none = await get(`events/${event.event_id}/address-labels?tab=cancelled`)
  expect([none.status, none.body.code]).toEqual([409, 'no_labels'])
})

test('the list of members prints the same people, and other roles and events are refused', async () => {
  expect(await print('address-labels?tab=upcoming')).toEqual(PDF)
  expect(await audited()).toEqual({ subject: 'address labels', rows: '2' })
  expect((await get('events/999999/address-labels')).status).toBe(404)
  const treasurer = await site.staff(['treasurer'])
  expect((await get('address-labels', treasurer)).status).toBe(403)
})
