import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_TEXT_KINDS } from '../../domain/mail-texts.ts'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { cancel, fullEvent, join } from '../../test/app/waiting.ts'
import { until } from '../../test/until.ts'
import { sendNotices } from '../care/reminders/send-notices.ts'
import { runBulkActions } from '../changed-days/run-bulk-actions.ts'

const START = new Date('2027-01-12T09:00:00Z')
const HOURS_MS = 3_600_000
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const ask = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
  site.ask(method, `/api/office/mail-texts${path}`, { as: clerk, ...(body && { body }) })

const rethrow = (error: Error) => {
  throw error
}

async function save(kind: string, text: string) {
  const { body } = await ask('GET', '')
  const { version } = body.data.find((one: { kind: string }) => one.kind === kind)
  return ask('PUT', `/${kind}`, { text, version })
}

test.each(MAIL_TEXT_KINDS)('the preview of %s has the text filled in', async (kind) => {
  const text = 'Subject: For you, {first_name}\n\nAsk for {event} on {when}.'
  const { status, body } = await ask('POST', `/${kind}/preview`, { text })
  expect([status, body.subject]).toEqual([200, 'For you, James'])
  expect(body.text).toContain('Ask for Sample screening on ')
  const plain = (await ask('POST', `/${kind}/preview`, { text: '' })).body
  expect(plain.subject).toContain('CHAPS')
  expect(plain.text).not.toContain('Ask for')
})

test('a test mail goes to the person who asks, and a text that cannot be filled in nowhere', async () => {
  for (const kind of ['place_offered', 'waited_event_cancelled', 'waited_event_time_changed']) {
    const wrong = await ask('POST', `/${kind}/test-mail`, { text: 'Your {reference}' })
    expect([wrong.status, wrong.body.fields[0].field]).toEqual([400, 'text'])
  }
  expect((await ask('POST', '/reminder/test-mail', { text: 'Bring tea.' })).status).toBe(204)
  await until(() => expect(site.mails).toHaveLength(1))
  const [mail] = site.mails
  expect(mail).toMatchObject({
    to: clerk.email,
    subject: expect.stringMatching(/^Test: Your CHAPS/),
  })
  expect(mail?.text).toContain('Bring tea.')
})

test('a text is saved once for each version, and audited', async () => {
  expect((await ask('PUT', '/reminder', { text: 'Bring {surname}', version: 0 })).status).toBe(400)
  const saved = await ask('PUT', '/reminder', { text: 'Bring coffee.', version: 0 })
  expect(saved.body).toEqual({ kind: 'reminder', text: 'Bring coffee.', version: 1 })
  const stale = await ask('PUT', '/reminder', { text: 'Bring water.', version: 0 })
  expect([stale.status, stale.body.code, stale.body.by]).toEqual([
    409,
    'changed_meanwhile',
    clerk.name,
  ])
  const { rows } = await site.deps.database.pool.query(
    `select details from audit_log where subject = 'mail text reminder'`,
  )
  expect(rows).toEqual([{ details: { before: { text: '' }, after: { text: 'Bring coffee.' } } }])
})

test('the mails that the site sends have the texts', async () => {
  for (const kind of MAIL_TEXT_KINDS)
    expect((await save(kind, `Words of ${kind}.`)).status).toBe(200)
  const { event, booked } = await fullEvent(site, { booked: 2 })
  const waiting = await site.member()
  await join(site, waiting, event)
  const [leaves, stays] = booked
  if (!leaves || !stays) throw new Error('nobody is booked')
  const hasMail = (to: string | null, words: string) =>
    until(() =>
      expect(site.mails.filter((mail) => mail.to === to && mail.text.includes(words))).toHaveLength(
        1,
      ),
    )
  await cancel(site, leaves)
  await hasMail(waiting.email, 'Words of place_offered.')

  site.moveTo(new Date(new Date(`${event.event_date}T09:00:00Z`).getTime() - 20 * HOURS_MS))
  await sendNotices(site.deps, rethrow)
  await hasMail(stays.member.email, 'Words of reminder.')

  site.moveTo(START)
  const address = `/api/office/events/${event.event_id}`
  const { body } = await site.ask('GET', address, { as: clerk })
  const change = { version: body.version, address_line1: 'Corn Exchange' }
  expect((await site.ask('PUT', address, { as: clerk, body: change })).status).toBe(200)
  await runBulkActions(site.deps, rethrow)
  await hasMail(stays.member.email, 'Words of event_changed.')

  await moveByAnHour(address)
  await hasMail(stays.member.email, 'Words of event_time_changed.')
  await hasMail(waiting.email, 'Words of waited_event_time_changed.')

  const message = 'The hall is flooded.'
  await cancelDay(site, { eventId: event.event_id, as: clerk, message })
  await runBulkActions(site.deps, rethrow)
  await hasMail(stays.member.email, 'Words of event_cancelled.')
  await hasMail(waiting.email, 'Words of waited_event_cancelled.')
  for (const { text } of site.mails.filter(({ to }) => to === waiting.email))
    expect(text).not.toMatch(/Words of (event|reminder)/)
})

async function moveByAnHour(address: string) {
  const { body } = await site.ask('GET', address, { as: clerk })
  const { version, event_date, slot_plan } = body
  const asked = {
    version,
    event_date,
    slot_plan: { ...slot_plan, start: '11:00', end: '13:00' },
    times: 'move',
    free_cancellation: 'none',
  }
  const url = `${address}/time-change`
  const preview = await site.ask('POST', url, { as: clerk, body: { ...asked, dry_run: true } })
  const { shown } = preview.body
  const sure = { ...asked, dry_run: false, shown, message: 'The hall is let.' }
  expect((await site.ask('POST', url, { as: clerk, body: sure })).status).toBe(202)
}
