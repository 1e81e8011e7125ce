import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { type Booked, cancel, fullEvent, join } from '../../test/app/waiting.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from './run-bulk-actions.ts'

let site: TestApp
let office: { cookie: string; name: string }
let event: CharityEvent
let booked: Booked[]
let waiting: TestMember
beforeAll(async () => {
  site = await openTestApp()
  office = await site.staff(['office'])
  ;({ event, booked } = await fullEvent(site, { booked: 4, addressLine1: 'Town Hall' }))
  waiting = await site.member({ firstName: 'Walter' })
  await join(site, waiting, event)
  if (booked[3]) await cancel(site, booked[3])
})
afterAll(() => site.close())

const words = { subject: 'Parking', message: 'Behind the <b>hall</b>.\n\nNot in front.' }
const send = (body: object, { key = '', as = office as { cookie: string } } = {}) =>
  site.ask('POST', `/api/office/events/${event.event_id}/messages`, {
    as,
    body: { ...words, ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const run = () =>
  runBulkActions(site.deps, (error) => {
    throw error
  })
const mailsTo = ({ email }: TestMember, subject = 'Parking') =>
  site.mails.filter((mail) => mail.to === email && mail.subject === subject)

test('is shown as the first member gets it, then mailed once to each of the tab', async () => {
  const { status, body: preview } = await send({ tab: 'booked', dry_run: true })
  expect([status, preview.recipients, preview.not_told]).toEqual([200, 3, []])
  expect(preview.mail.text).toContain('Dear ')
  expect(preview.mail.text).toContain('Behind the <b>hall</b>.')
  expect(preview.mail.text).toContain('Booking reference')
  await run()
  expect(site.mails.filter(({ subject }) => subject === 'Parking')).toEqual([])

  const sure = { tab: 'booked', dry_run: false, shown: preview.shown }
  const answers = await Promise.all([send(sure, { key: 'a' }), send(sure, { key: 'a' })])
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  const [id, again] = answers.map(({ body }) => body.bulk_action_id)
  expect(again).toBe(id)
  await Promise.all([run(), run(), run()])
  for (const { member } of booked.slice(0, 3))
    await until(() => expect(mailsTo(member)).toHaveLength(1))
  expect(mailsTo(waiting)).toEqual([])
  const [mail] = mailsTo(booked[0]?.member as TestMember)
  expect(mail?.html).toContain('Behind the &#60;b&#62;hall&#60;/b&#62;.')
  expect(mail?.text).toBe(preview.mail.text)

  const url = `/api/office/events/${event.event_id}/bulk-actions`
  const { body: history } = await site.ask('GET', url, { as: office })
  expect(history.data).toMatchObject([
    { kind: 'message', state: 'done', total: 3, done: 3, made_by: office.name, ...words },
  ])
})

test('goes to ticked rows only, of each tab', async () => {
  const ids = [booked[1]?.id ?? 0]
  const groups = [
    { tab: 'booked', ids, member: booked[1]?.member, about: 'your appointment' },
    { tab: 'cancelled', member: booked[3]?.member, about: 'where your appointment was cancelled' },
    { tab: 'waiting', member: waiting, about: 'you are on the waiting list' },
  ]
  for (const { tab, ids, member, about } of groups) {
    const body = { tab, ids, subject: `To ${tab}` }
    const { body: preview } = await send({ ...body, dry_run: true })
    expect([preview.recipients, preview.mail.text.includes(about)]).toEqual([1, true])
    await send({ ...body, dry_run: false, shown: preview.shown })
    await run()
    await until(() => expect(mailsTo(member as TestMember, `To ${tab}`)).toHaveLength(1))
    expect(site.mails.filter(({ subject }) => subject === `To ${tab}`)).toHaveLength(1)
  }
})

test('names those without an e-mail address before, and afterwards to be rung', async () => {
  const { member, id } = booked[2] as Booked
  const { db } = site.deps.database
  await db.execute(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone' where id = ${member.id}`,
  )
  const asked = { tab: 'booked', ids: [id] }
  const { body: preview } = await send({ ...asked, dry_run: true })
  expect(preview).toMatchObject({ recipients: 1, mail: null, not_told: [{ member_id: member.id }] })
  const { body } = await send({ ...asked, dry_run: false, shown: preview.shown })
  await run()
  const url = `/api/office/bulk-actions/${body.bulk_action_id}`
  expect((await site.ask('GET', url, { as: office })).body).toMatchObject({
    state: 'done',
    not_told: [{ member_id: member.id }],
  })
})

test.each([
  ['nobody', { tab: 'booked', ids: [987654] }, 'nobody_there'],
  ['others than were shown', { tab: 'booked', dry_run: false, shown: 'x' }, 'preview_outdated'],
  ['no words', { tab: 'booked', message: ' ' }, 'invalid_request'],
  ['too many words', { tab: 'booked', message: 'a'.repeat(4001) }, 'invalid_request'],
])('is refused for %s', async (_, body, code) => {
  const before = site.mails.length
  expect((await send({ dry_run: true, ...body })).body.code).toBe(code)
  await run()
  expect(site.mails).toHaveLength(before)
})

test('is limited to 20 an hour for each person', async () => {
  const busy = await site.staff(['office'])
  const ids = [booked[0]?.id ?? 0]
  const { shown } = (await send({ tab: 'booked', ids, dry_run: true })).body
  const sure = { tab: 'booked', ids, dry_run: false, shown }
  for (let n = 0; n < 20; n++) expect((await send(sure, { as: busy })).status).toBe(202)
  expect((await send(sure, { as: busy })).status).toBe(429)
})
