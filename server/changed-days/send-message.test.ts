import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { type Booked, cancel, fullEvent, join } from '../../test/app/waiting.ts'
import { until } from '../../test/until.ts'
import { messagesTo } from '../members/messages-to.ts'
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

describe('by text', () => {
  const text = 'Use the back door.'
  let people: Booked[]
  let ids: number[]
  let day: CharityEvent
  beforeAll(async () => {
    ;({ event: day, booked: people } = await fullEvent(site, { booked: 6 }))
    ids = people.map(({ id }) => id)
    // In turn: mobile, mobile without email, no mobile, wants calls, wants no messages, email that failed.
    await Promise.all([
      change(0, { proven_phone: '07700900801', phone: '07700 900801' }),
      change(1, {
        proven_phone: '07700900802',
        phone: '07700900802',
        contact_by: 'sms',
        email: null,
      }),
      change(2, { phone: '02079460000' }),
      change(3, { proven_phone: '07700900804', phone: '07700900804', contact_by: 'telephone' }),
      change(4, { proven_phone: '07700900805', phone: '07700900805', wants_contact: 'none' }),
      change(5, { proven_phone: '07700900806', phone: '07700900806' }),
    ])
    const to = people[5]?.member.email ?? ''
    site.refused.add(to)
    const mail = { to, subject: 'Earlier', text: 'Lost.' }
    await site.deps.database.transaction((tx) => site.deps.jobs.enqueue(tx, 'mail', mail))
    site.deps.jobs.kick(['mail'])
    const failed = "select from jobs.job where name = 'mail' and state = 'failed'"
    // The mail of the booking may have been refused too.
    await until(async () =>
      expect((await site.ownerPool.query(failed)).rowCount).toBeGreaterThan(0),
    )
  })

  const memberId = (place: number) => people[place]?.member.id
  const sendText = (body: object, key = '') =>
    site.ask('POST', `/api/office/events/${day.event_id}/messages`, {
      as: office,
      body: { tab: 'booked', ids, message: text, ...body },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const textsTo = (phone: string) => site.smses.filter((sms) => sms.phone === phone)
  const calledIn = async (id: number) =>
    (await site.ask('GET', `/api/office/bulk-actions/${id}`, { as: office })).body.not_told.map(
      (one: { member_id: number }) => one.member_id,
    )

  test('reaches each proven mobile once, and the others are called', async () => {
    const { status, body: preview } = await sendText({ by: 'sms', dry_run: true })
    expect(status).toBe(200)
    expect(preview).toMatchObject({ recipients: 6, by_email: 0, by_text: 3, mail: null })
    expect(preview.text).toContain(text)
    const sure = { by: 'sms', dry_run: false, shown: preview.shown }
    const answers = await Promise.all([sendText(sure, 't'), sendText(sure, 't')])
    expect(new Set(answers.map(({ body }) => body.bulk_action_id)).size).toBe(1)
    await Promise.all([run(), run()])
    for (const phone of ['+447700900801', '+447700900802', '+447700900806'])
      await until(() => expect(textsTo(phone)).toMatchObject([{ text: preview.text }]))
    expect(site.smses).toHaveLength(3)
    const url = `/api/office/bulk-actions/${answers[0]?.body.bulk_action_id}`
    const { body: action } = await site.ask('GET', url, { as: office })
    expect(action).toMatchObject({ sent_by: 'sms', subject: null, message: text })
    const called = await calledIn(answers[0]?.body.bulk_action_id)
    expect(new Set(called)).toEqual(new Set([2, 3, 4].map(memberId)))
    const { database } = site.deps
    const listed = { memberId: memberId(1) ?? 0, booked: [] }
    await until(async () =>
      expect(await database.transaction((tx) => messagesTo(tx, site.deps, listed))).toContainEqual(
        expect.objectContaining({ about: 'message from the office', state: 'completed' }),
      ),
    )
  })

  test('or by email to each whom an email reaches', async () => {
    const asked = { by: 'any', subject: 'The door' }
    const { body: preview } = await sendText({ ...asked, dry_run: true })
    expect(preview).toMatchObject({ by_email: 3, by_text: 2 })
    const before = site.smses.length
    const { body } = await sendText({ ...asked, dry_run: false, shown: preview.shown })
    // Between the preview and the run a member dies.
    await change(3, { died_at: new Date().toISOString() })
    await run()
    for (const place of [0, 2])
      await until(() =>
        expect(mailsTo(people[place]?.member as TestMember, 'The door')).toHaveLength(1),
      )
    await until(() => expect(site.smses).toHaveLength(before + 2))
    expect(mailsTo(people[3]?.member as TestMember, 'The door')).toEqual([])
    expect(await calledIn(body.bulk_action_id)).toEqual([memberId(4)])
  })

  test('a text that is refused for good becomes a call', async () => {
    const asked = { by: 'sms', ids: ids.slice(0, 1) }
    const { shown } = (await sendText({ ...asked, dry_run: true })).body
    site.refused.add('+447700900801')
    const { body } = await sendText({ ...asked, dry_run: false, shown })
    await run()
    await until(async () => expect(await calledIn(body.bulk_action_id)).toEqual([memberId(0)]))
  })

  test.each([
    ['a text that is too long', { by: 'sms', message: 'a'.repeat(381) }, 'message'],
    ['an email without a subject', { by: 'any' }, 'subject'],
    ['an email without a subject, by default', {}, 'subject'],
  ])('is refused for %s', async (_, body, field) => {
    const answer = await sendText({ dry_run: true, ...body })
    expect([answer.status, answer.body.fields[0].field]).toEqual([400, field])
  })

  test('is refused when somebody gets it in another way than was shown', async () => {
    const asked = { by: 'sms', ids: ids.slice(0, 2) }
    const { shown } = (await sendText({ ...asked, dry_run: true })).body
    await change(0, { proven_phone: null })
    const { body } = await sendText({ ...asked, dry_run: false, shown })
    expect(body.code).toBe('preview_outdated')
  })

  async function change(place: number, columns: Record<string, string | null>) {
    const { email, ...rest } = columns
    const sets = Object.keys(rest).map((name, n) => `${name} = $${n + 2}`)
    if (email === null) sets.push('email = null, seal_id = user_id, user_id = null')
    await site.ownerPool.query(`update members set ${sets.join()} where id = $1`, [
      memberId(place),
      ...Object.values(rest),
    ])
  }
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
