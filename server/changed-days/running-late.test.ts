import { afterAll, beforeAll, expect, test } from 'vitest'
import { inWords } from '../../domain/charity.ts'
import { lateText } from '../../domain/office/sms-texts.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { testCharity } from '../../test/app/settings.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { pressOf } from '../../test/app/walk-ins.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from './run-bulk-actions.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let clerk: Person
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const WANTS_SMS = { contactBy: 'sms', phone: '07700 900123', provenPhone: '07700 900123' } as const
const at = (date: string, time: string) => site.moveTo(ukInstant(date, time))
const run = () =>
  runBulkActions(site.deps, (error) => {
    throw error
  })

/** A day with somebody at 10:00, and three still to come: by text, by email, and only by phone. */
async function dayOf() {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  const event = await site.event({ addressLine1: 'Town Hall', places: 12 })
  const [early, texted, mailed, called] = [
    await site.member({ firstName: 'Early' }),
    await site.member({ firstName: 'Texted', ...WANTS_SMS }),
    await site.member({ firstName: 'Mailed' }),
    await site.member({ firstName: 'Called', lastName: 'Quiet', wantsContact: 'none' }),
  ] as [TestMember, TestMember, TestMember, TestMember]
  const ids: number[] = []
  for (const [member, time] of [
    [early, '10:00'],
    [texted, '11:00'],
    [mailed, '11:20'],
    [called, '11:40'],
  ] as const) {
    await site.consent(member, event)
    ids.push(await bookedId(site, member, event, time))
  }
  at(event.event_date, '10:30')
  clerk = await site.staff(['office'])
  const send = (body: object, as: Person = clerk, key: string = crypto.randomUUID()) =>
    site.ask('POST', `/api/office/days/${event.event_id}/running-late`, {
      as,
      body,
      headers: { 'idempotency-key': key },
    })
  const preview = async (minutes: number) => (await send({ minutes, dry_run: true })).body
  const start = async (minutes: number, key?: string) => {
    const { shown } = await preview(minutes)
    return send({ minutes, dry_run: false, shown }, clerk, key)
  }
  const state = async () =>
    (await site.ask('GET', `/api/office/days/${event.event_id}/running-late`, { as: clerk })).body
  return { event, ids, early, texted, mailed, called, send, preview, start, state }
}
/** As if they had booked before the day. */
async function addTo(
  { event }: Awaited<ReturnType<typeof dayOf>>,
  time: string,
  fields: Parameters<TestApp['member']>[0] = {},
) {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  const member = await site.member(fields)
  await site.consent(member, event)
  await bookedId(site, member, event, time)
  at(event.event_date, '10:30')
  clerk = await site.staff(['office'])
  return member
}
const texts = (about = 'Running late') =>
  site.smses.filter(({ subject }) => subject === about).map(({ text }) => text)
const mailsTo = ({ email }: TestMember, about = /minutes late/) =>
  site.mails.filter(({ to, subject }) => to === email && about.test(subject))
async function openCallsOf({ id }: TestMember) {
  const { body } = await site.ask('GET', '/api/office/loops?tab=telephone', { as: clerk })
  return body.data.filter((one: { member_id: number }) => one.member_id === id)
}

test('tells those still to come by their way, once, and has the others called before their time', async () => {
  const day = await dayOf()
  const preview = await day.preview(20)
  expect(preview).toMatchObject({ by_text: 1, by_email: 1 })
  expect(preview.to_call).toMatchObject([{ name: 'Called Quiet', time: '11:40' }])
  expect(preview.words).toContain('Your appointment at 11:00 will start at about 11:20.')
  const body = { minutes: 20, dry_run: false, shown: preview.shown }
  const answers = await Promise.all([day.send(body, clerk, 'k'), day.send(body, clerk, 'k')])
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  await Promise.all([run(), run()])
  await until(() => expect(mailsTo(day.mailed)).toHaveLength(1))
  await until(() => expect(texts()).toEqual([preview.words]))
  expect(mailsTo(day.early)).toEqual([])
  expect(mailsTo(day.called)).toEqual([])
  expect((await day.state()).sent).toMatchObject([{ minutes: 20, told: 2, to_call: 1, waiting: 0 }])
  const calls = await site.ask('GET', '/api/office/loops?tab=telephone', { as: clerk })
  const call = calls.body.data.find((one: { member_id: number }) => one.member_id === day.called.id)
  expect(call).toMatchObject({ due_at: ukInstant(day.event.event_date, '11:40').toISOString() })
  expect((await day.send(body)).body.code).toBe('late_told')
})

test('a newer number replaces one that was not sent yet, and says that it is an update', async () => {
  const day = await dayOf()
  await day.start(10)
  await run()
  await day.start(30)
  await day.start(45)
  site.smses.length = 0
  await run()
  const startsAt = ukInstant(day.event.event_date, '11:00')
  const words = inWords(lateText({ startsAt, minutes: 45, isUpdate: true }), testCharity)
  await until(() => expect(texts()).toEqual([words]))
  expect((await day.state()).sent).toMatchObject([
    { minutes: 45, told: 2 },
    { minutes: 30, told: 0 },
    { minutes: 10, told: 2 },
  ])
})

test('a member who came meanwhile, or whose time is over when it is sent, gets nothing', async () => {
  const day = await dayOf()
  await day.start(10)
  const arrival = pressOf('arrive', site.deps.now(), { appointment_id: day.ids[2] })
  await site.ask('POST', `/api/office/days/${day.event.event_id}/actions`, {
    as: clerk,
    body: { actions: [arrival] },
  })
  at(day.event.event_date, '11:30')
  clerk = await site.staff(['office'])
  site.smses.length = 0
  await run()
  expect((await day.state()).sent).toMatchObject([{ told: 0, to_call: 1, waiting: 0 }])
  expect([mailsTo(day.mailed), texts()]).toEqual([[], []])
})

test('says that the day runs on time again, to those told of the delay alone, and ends its calls', async () => {
  const day = await dayOf()
  expect((await day.send({ minutes: 0, dry_run: true })).body.code).toBe('not_late')
  await day.start(20)
  await run()
  const later = await addTo(day, '11:20')
  site.smses.length = 0
  const preview = await day.preview(0)
  expect(preview).toMatchObject({ by_text: 1, by_email: 1, to_call: [], calls_closed: 1 })
  expect(preview.words).toContain('Please come for your appointment at 11:00, as booked.')
  const body = { minutes: 0, dry_run: false, shown: preview.shown }
  const answers = await Promise.all([day.send(body), day.send(body)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409])
  await Promise.all([run(), run()])
  await until(() => expect(texts('On time again')).toEqual([preview.words]))
  await until(() => expect(mailsTo(day.mailed, /on time again/)).toHaveLength(1))
  expect([mailsTo(later, /running/), mailsTo(day.called, /running/)]).toEqual([[], []])
  expect(await openCallsOf(day.called)).toEqual([])
  expect((await day.send({ minutes: 0, dry_run: true })).body.code).toBe('not_late')
  expect((await day.start(20)).status).toBe(202)
  await run()
  expect(await openCallsOf(day.called)).toHaveLength(1)
  expect((await day.state()).sent).toMatchObject([{ minutes: 20, told: 3 }, { minutes: 0 }, {}])
})

test('tells nobody of a delay that is over before it was sent, nor of the end that a delay replaced', async () => {
  const day = await dayOf()
  await day.start(20)
  expect(await day.preview(0)).toMatchObject({ by_text: 0, by_email: 0, words: null })
  await day.start(0)
  site.smses.length = 0
  await run()
  expect((await day.state()).sent).toMatchObject([{ told: 0 }, { told: 0, waiting: 0 }])
  await day.start(10)
  await run()
  await day.start(0)
  await day.start(30)
  await run()
  expect((await day.state()).sent.slice(0, 2)).toMatchObject([
    { minutes: 30, told: 2 },
    { minutes: 0, told: 0 },
  ])
  expect(texts('On time again')).toEqual([])
})

test('somebody who was called about the delay is called about its end', async () => {
  const day = await dayOf()
  await day.start(20)
  await run()
  const [call] = await openCallsOf(day.called)
  const closed = await site.ask('POST', `/api/office/loops/${call.id}/close`, {
    as: clerk,
    body: { reason: 'told_by_telephone', note: '' },
  })
  expect(closed.status).toBeLessThan(300)
  expect(await day.preview(0)).toMatchObject({ to_call: [{ time: '11:40' }], calls_closed: 0 })
  await day.start(0)
  await run()
  const [again] = await openCallsOf(day.called)
  const task = await site.ask('GET', `/api/office/loops/${again.id}`, { as: clerk })
  expect(JSON.stringify(task.body)).toContain('We are running on time again.')
})

test('a delay is texted to who prefers email too, and not to who wants calls or post', async () => {
  const day = await dayOf()
  const phone = { phone: '07700 900124', provenPhone: '07700 900124' }
  await addTo(day, '11:20', { ...phone, contactBy: 'email' })
  await addTo(day, '11:40', { ...phone, contactBy: 'telephone' })
  expect(await day.preview(20)).toMatchObject({ by_text: 2, by_email: 2 })
})

test('is refused on another day, without anybody to tell, to a helper and for other minutes', async () => {
  const day = await dayOf()
  const { event_id: id, event_date: date } = day.event
  const helper = await site.staff(['venue'], { eventIds: [id] })
  const lead = await site.staff(['venue'], { eventIds: [id], leads: [id] })
  const dry = { minutes: 10, dry_run: true }
  expect((await day.send(dry, helper)).body.code).toBe('lead_needed')
  const { body } = await day.send(dry, lead)
  expect(body.to_call).toMatchObject([{ name: 'Called Quiet', phone: null }])
  expect((await day.send({ ...dry, minutes: 15 })).status).toBe(400)
  const outdated = await day.send({ minutes: 10, dry_run: false, shown: 'other' }, lead)
  expect(outdated.body.code).toBe('preview_outdated')
  at(date, '11:50')
  const later = await site.staff(['office'])
  expect((await day.send(dry, later)).body.code).toBe('nobody_there')
  site.moveTo(new Date(ukInstant(date, '10:30').getTime() - 24 * 3_600_000))
  const before = await site.staff(['office'])
  expect((await day.send(dry, before)).body.code).toBe('not_today')
})
