import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { consentFormFor } from '../../test/app/consent-form.ts'
import { exampleEvent } from '../../test/app/example-event.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from '../changed-days/run-bulk-actions.ts'

const PHONE = '+447700900123'
const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(exampleEvent())
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
})
beforeEach(() => {
  site.smses.length = 0
})
afterAll(() => site.close())

const hall = { name: 'Evening in the hall', addressLine1: 'Sample Hall', postcode: 'CO1 1AA' }

async function wantsSms({ id }: TestMember, phone = '07700 900123'): Promise<void> {
  await site.owner.execute(
    `update members set contact_by = 'sms', phone = '${phone}', proven_phone = '${phone}' where id = ${id}`,
  )
}
async function book(member: TestMember, time = '10:00') {
  const event = await site.event(hall)
  const { body } = await site.ask('POST', '/api/office/appointments', {
    as: clerk,
    body: {
      member_id: member.id,
      event_id: event.event_id,
      date: event.event_date,
      time,
      payment: 'due',
      consent: { channel: 'telephone', taken_by: 'Ann', answers },
    },
  })
  return { event, id: body.appointment.appointment_id as number }
}
const change = (id: number, verb: 'cancel' | 'move', body: object) =>
  site.ask('PUT', `/api/office/appointments/${id}/${verb}`, { as: clerk, body })
const sent = (subject: string) =>
  until(() => {
    const sms = site.smses.find((one) => one.subject === subject)
    if (!sms) throw new Error(`no SMS: ${subject}`)
    return sms
  })

test('a member who wants SMS gets one of booking, move and cancellation, without a word about health', async () => {
  const member = await site.member()
  await wantsSms(member)
  const { event, id } = await book(member)
  const at = { event_id: event.event_id, date: event.event_date, reason: 'rang us' }
  const booked = await sent('Appointment booked')
  expect(booked).toMatchObject({ phone: PHONE })
  expect(booked.text).toMatch(
    /^CHAPS: your appointment is booked: 10:00 on \w+ 26 January 2027, Sample Hall, Colchester, CO1 1AA. Reference [\w-]+. Questions: 0808 157 0142$/,
  )
  await change(id, 'move', { ...at, time: '10:20' })
  expect((await sent('Appointment has a new time')).text).toContain('10:20 on ')
  await change(id, 'cancel', { reason: 'rang us', refund: 'policy' })
  expect((await sent('Appointment cancelled')).text).toContain('is cancelled')
  expect(site.smses).toHaveLength(3)
  for (const { text } of site.smses)
    expect(text).not.toMatch(new RegExp(`PSA|prostate|test|screen|${member.firstName}`, 'i'))
  const { body } = await site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })
  expect(JSON.stringify(body.mails)).toContain('sms-booked')
})

test('by the site too: booked, moved and cancelled by the member', async () => {
  const member = await site.member()
  await wantsSms(member)
  const event = await site.event(hall)
  await site.consent(member, event)
  const booking = { eventId: event.event_id, appointmentStartTime: '10:00' }
  const { body } = await site.ask('POST', '/api/appointments', { as: member, body: booking })
  await sent('Appointment booked')
  const { appointment_id: id } = body.appointment
  await site.ask('PUT', `/api/appointments/${id}/update`, {
    as: member,
    body: { appt_time: '10:20' },
  })
  await sent('Appointment has a new time')
  await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member, body: {} })
  await sent('Appointment cancelled')
})

test.each([
  ['wants e-mail', `contact_by = 'email', phone = '07700 900123'`],
  ['has a landline', `contact_by = 'sms', phone = '01206 500100', proven_phone = '01206 500100'`],
  ['typed a mobile and confirmed none', `contact_by = 'sms', phone = '07700 900123'`],
  [
    'confirmed another mobile',
    `contact_by = 'sms', phone = '07700 900123', proven_phone = '07700 900124'`,
  ],
])('a member who %s gets no SMS', async (_who, row) => {
  const member = await site.member()
  await site.owner.execute(`update members set ${row} where id = ${member.id}`)
  await book(member)
  await until(() => expect(site.mails.some(({ to }) => to === member.email)).toBe(true))
  expect(site.smses).toEqual([])
})

test('where nothing takes an SMS none is queued', async () => {
  const { settings, database } = site.deps
  settings.sendsSms = false
  const member = await site.member()
  await wantsSms(member)
  await book(member)
  settings.sendsSms = true
  const { rows } = await database.pool.query(
    `select 1 from jobs.job where name = 'sms' and state <> 'completed'`,
  )
  expect(rows).toEqual([])
})

test('of a cancelled day a member without e-mail gets an SMS, and need not be rung', async () => {
  const [member, alone] = [await site.member(), await site.member()]
  const { event } = await book(member)
  await site.consent(alone, event)
  await site.ask('POST', '/api/appointments', {
    as: alone,
    body: { eventId: event.event_id, appointmentStartTime: '10:20' },
  })
  const noMail = `email = null, user_id = null, seal_id = gen_random_uuid()`
  await site.owner.execute(
    `update members set ${noMail}, contact_by = 'sms', phone = '07700 900123', proven_phone = '07700 900123' where id = ${member.id}`,
  )
  await site.owner.execute(
    `update members set ${noMail}, contact_by = 'telephone' where id = ${alone.id}`,
  )
  const message = 'The hall is flooded.'
  const { body } = await cancelDay(site, { eventId: event.event_id, as: clerk, message })
  await runBulkActions(site.deps, (error) => {
    throw error
  })
  const sms = await sent('Event cancelled')
  expect(sms.text).toContain('we had to cancel your appointment at 10:00')
  const action = await site.ask('GET', `/api/office/bulk-actions/${body.bulk_action_id}`, {
    as: clerk,
  })
  expect(action.body.not_told).toMatchObject([{ member_id: alone.id }])
})
