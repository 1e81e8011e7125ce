import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { book, consentingMembers } from '../../test/app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { cancel } from '../../test/app/waiting.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from './run-bulk-actions.ts'

let site: TestApp
let office: { cookie: string; name: string }
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
})
afterAll(() => site.close())

async function bookedEvent(): Promise<{
  event: CharityEvent
  members: TestMember[]
  ids: number[]
}> {
  const event = await site.event({ addressLine1: 'Town Hall', postcode: 'CO1 1PJ', places: 12 })
  const members = await consentingMembers(site, 2, [event])
  const ids: number[] = []
  for (const member of members)
    ids.push((await book(site, member, event, '10:00')).body.appointment?.appointment_id ?? 0)
  return { event, members, ids }
}

async function change({ event_id: id }: CharityEvent, changes: object): Promise<void> {
  const url = `/api/office/events/${id}`
  const { body: event } = await site.ask('GET', url, { as: office })
  const body = {
    version: event.version,
    acknowledged: ['old_place', 'price', 'same_hall'],
    ...changes,
  }
  const { status } = await site.ask('PUT', url, { as: office, body })
  expect(status).toBe(200)
}

const run = () =>
  runBulkActions(site.deps, (error) => {
    throw error
  })
const news = ({ email }: TestMember) =>
  site.mails.filter(({ to, subject }) => to === email && subject.startsWith('News about'))
const actions = async (tab = 'done') =>
  (await site.ask('GET', `/api/office/bulk-actions?tab=${tab}`, { as: office })).body

test('a new hall is mailed once to everybody booked, with a calendar file', async () => {
  const { event, members } = await bookedEvent()
  const [first, second] = members
  if (!first || !second) throw new Error('nobody is there')
  await change(event, { address_line1: 'Corn Exchange' })
  const { data: open } = await actions('open')
  expect(open).toMatchObject([{ event_id: event.event_id, kind: 'event change', state: 'running' }])
  await Promise.all([run(), run()])
  await until(() => expect([news(first).length, news(second).length]).toEqual([1, 1]))
  expect(news(first)[0]?.text).toContain('Corn Exchange')
  expect(news(first)[0]?.calendar?.file).toContain('Corn Exchange')
  const { data, tabs } = await actions()
  expect(data).toMatchObject([{ total: 2, done: 2, failed: 0, made_by: office.name }])
  expect(tabs.open).toBe(0)
})

test('nobody gets a mail about a price, a change marked as small, or after cancelling', async () => {
  const { event, members, ids } = await bookedEvent()
  const [first] = members
  if (!first) throw new Error('nobody is there')
  await change(event, { price: 0, host_name: 'Lions' })
  await change(event, { event_description: 'A typo less.', notify_booked: false })
  expect((await actions('open')).data).toEqual([])
  await change(event, { address_line1: 'Corn Exchange' })
  await cancel(site, { member: first, id: ids[0] ?? 0 })
  await run()
  await until(async () => expect((await actions('open')).data).toEqual([]))
  expect(news(first)).toEqual([])
})
