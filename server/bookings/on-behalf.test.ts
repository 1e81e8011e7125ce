import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { consentFormFor } from '../../test/app/consent-form.ts'
import { exampleEvent } from '../../test/app/example-event.ts'
import { payByCard } from '../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
// A session of the office ends with the clock's jump.
async function moveTo(moment: Date) {
  site.moveTo(moment)
  clerk = await site.staff(['office'])
}
beforeEach(() => moveTo(START))
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, START)).toEqual([])
  await site.close()
})

type Event = Awaited<ReturnType<TestApp['event']>>
const at = (event: Event, time: string) => ({
  event_id: event.event_id,
  date: event.event_date,
  time,
})
const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(exampleEvent())
const byTelephone = { channel: 'telephone', taken_by: 'Ann Clerk', answers }
const book = (memberId: number, event: Event, time: string, more: object = {}) =>
  site.ask('POST', '/api/office/appointments', {
    as: clerk,
    body: {
      member_id: memberId,
      ...at(event, time),
      payment: 'due',
      consent: byTelephone,
      ...more,
    },
  })
const change = (id: number, verb: 'cancel' | 'move', body: object, as = clerk) =>
  site.ask('PUT', `/api/office/appointments/${id}/${verb}`, { as, body })
const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const mailTo = (email: string, about: string) =>
  until(() => {
    const mail = site.mails.find(({ to, subject }) => to === email && subject.includes(about))
    if (!mail) throw new Error(`no mail to ${email} ${about}`)
    return mail
  })

describe('a booking by staff', () => {
  test('has its consent, payment and reason, and the member reads what is to pay', async () => {
    const event = await site.event({ pricePence: 2500, paymentRequired: true })
    const member = await site.member()
    const booked = await book(member.id, event, '10:00', { reason: 'rang us' })
    expect([booked.status, booked.body.appointment]).toMatchObject([
      201,
      { payment_status: 'not paid', price_pence: 2500, appt_time: '10:00' },
    ])
    const id = booked.body.appointment.appointment_id
    expect(
      await rows('select channel, taken_by from consents where member_id = $1', member.id),
    ).toEqual([{ channel: 'telephone', taken_by: 'Ann Clerk' }])
    const audit = `select actor_user_id, details->>'reason' as reason from audit_log where subject = $1`
    expect(await rows(audit, `appointment ${id}`)).toEqual([
      { actor_user_id: clerk.userId, reason: 'rang us' },
    ])
    const log = 'select actor_user_id, reason from access_log where member_id = $1'
    expect(await rows(log, member.id)).toEqual([{ actor_user_id: clerk.userId, reason: 'booking' }])
    const mail = await mailTo(member.email, 'is booked')
    expect(mail.text).toContain('Still to pay: £25.00. Our office will tell you how.')
  })

  test.each([
    ['waived', 2500, 'waived', undefined],
    ['at_venue', 2500, 'paid', 'Please pay £25.00 at the venue.'],
    ['due', 0, 'paid', undefined],
  ])('%s at %i pence is stored as %s', async (payment, pricePence, stored, words) => {
    const event = await site.event({ pricePence, paymentRequired: pricePence > 0 })
    const member = await site.member()
    const { body } = await book(member.id, event, '10:00', { payment, reason: 'a guest' })
    expect(body.appointment.payment_status).toBe(stored)
    const mail = await mailTo(member.email, 'is booked')
    if (words) expect(mail.text).toContain(words)
    else expect(mail.text).not.toMatch(/to pay|Please pay/)
  })

  test('needs a reason when a price is waived, and none when nothing is due', async () => {
    const [priced, free] = [await site.event({ pricePence: 2500 }), await site.event()]
    const member = await site.member()
    const refused = await book(member.id, priced, '10:00', { payment: 'waived' })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect(refused.body.fields).toMatchObject([{ field: 'reason' }])
    expect(await rows('select from appointments where member_id = $1', member.id)).toEqual([])
    expect((await book(member.id, free, '10:00', { payment: 'waived' })).status).toBe(201)
  })

  test('is made inside 48 hours and after booking closes, until the slot starts', async () => {
    const event = await site.event()
    const [one, other] = [await site.member(), await site.member()]
    await moveTo(ukInstant(event.event_date, '10:10'))
    expect((await book(one.id, event, '10:20')).status).toBe(201)
    const late = await book(other.id, event, '10:00')
    expect([late.status, late.body.code]).toEqual([403, 'booking_closed'])
  })

  test('takes a place that is kept back last, and never a waiting member’s', async () => {
    const event = await site.event({ places: 12 })
    const keepBack = `update places set is_kept_back = place_number = 1 where event_id = $1`
    await rows(keepBack, event.event_id)
    const [one, two, three] = [await site.member(), await site.member(), await site.member()]
    const kept = `select is_kept_back from places where appointment_id = $1`
    const first = await book(one.id, event, '10:00')
    expect(await rows(kept, first.body.appointment.appointment_id)).toEqual([
      { is_kept_back: false },
    ])
    const second = await book(two.id, event, '10:00')
    expect(await rows(kept, second.body.appointment.appointment_id)).toEqual([
      { is_kept_back: true },
    ])
    const third = await book(three.id, event, '10:00')
    const url = `/api/office/events/${event.event_id}/times`
    const { times } = (await site.ask('GET', url, { as: clerk })).body
    expect(times).toHaveLength(5)
    expect(times[0]).toEqual({ date: event.event_date, time: '10:20', free: 1, kept_back: 1 })
    expect([third.status, third.body.code]).toEqual([409, 'slot_taken'])
    expect(await rows('select id from consents where member_id = $1', three.id)).toEqual([])
    const wait = `insert into waiting_list (event_id, member_id, joined_at) values ($1, $2, now())`
    await rows(wait, event.event_id, two.id)
    expect((await book(three.id, event, '10:20')).status).toBe(201)
    const four = await site.member()
    expect((await book(four.id, event, '10:20')).body.code).toBe('slot_taken')
  })

  test('needs a consent, and refuses a second appointment', async () => {
    const event = await site.event()
    const member = await site.member()
    const without = await book(member.id, event, '10:00', { consent: undefined })
    expect([without.status, without.body.code]).toEqual([403, 'consent_required'])
    const unticked = { ...byTelephone, answers: { ...answers, sampleConsent: false } }
    expect((await book(member.id, event, '10:00', { consent: unticked })).status).toBe(400)
    await site.consent(member, event)
    expect((await book(member.id, event, '10:00', { consent: undefined })).status).toBe(201)
    const again = await book(member.id, await site.event(), '10:00')
    expect([again.status, again.body.code]).toEqual([409, 'existing_booking'])
  })

  test('of ten clerks at once for the last place is made once', async () => {
    const event = await site.event({ places: 1 })
    const members = await consentingMembers(site, 10, [event])
    const answers = await Promise.all(members.map(({ id }) => book(id, event, '10:00')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  })
})

describe('a member without e-mail or account', () => {
  test('is booked, moved and cancelled by staff, and no mail is queued', async () => {
    const body = {
      first_name: 'Arthur',
      last_name: 'Rungin',
      date_of_birth: '1955-02-03',
      phone: '01206 496010',
    }
    const { id } = (await site.ask('POST', '/api/office/members', { as: clerk, body })).body
    const event = await site.event()
    const booked = await book(id, event, '10:00')
    expect([booked.status, booked.body.appointment]).toMatchObject([201, { email: '' }])
    const { appointment_id, reference } = booked.body.appointment
    const moved = await change(appointment_id, 'move', { ...at(event, '11:00'), reason: 'later' })
    expect(moved.status).toBe(200)
    const reasons = { reason: 'is unwell', refund: 'policy' }
    expect((await change(appointment_id, 'cancel', reasons)).status).toBe(200)
    const jobs = `select 1 from jobs.job where name = 'mail' and split_part(data->>'about', ' ', 2) = $1`
    expect(await rows(jobs, reference)).toEqual([])
    const audit = `select action, actor_user_id from audit_log where subject = $1 order by id`
    expect(await rows(audit, `appointment ${appointment_id}`)).toEqual(
      ['booked', 'moved', 'cancelled'].map((action) => ({ action, actor_user_id: clerk.userId })),
    )
  })
})

describe('a cancellation by staff', () => {
  test('is made inside 48 hours with a reason, and not after the start', async () => {
    const event = await site.event()
    const [one, other] = await consentingMembers(site, 2, [event])
    if (!one || !other) throw new Error('two members')
    const [id, late] = [
      await bookedId(site, one, event),
      await bookedId(site, other, event, '10:00'),
    ]
    await moveTo(ukInstant(event.event_date, '10:10'))
    const body = { reason: 'is ill', refund: 'policy' }
    const cancelled = await change(id, 'cancel', body)
    expect([cancelled.status, cancelled.body.appointment.status]).toEqual([200, 'cancelled'])
    const begun = await change(late, 'cancel', body)
    expect([begun.status, begun.body.code]).toEqual([409, 'appointment_started'])
    const [entry] = await rows(
      `select actor_user_id, details from audit_log where subject = $1 and action = 'cancelled'`,
      `appointment ${id}`,
    )
    expect(entry).toMatchObject({ actor_user_id: clerk.userId, details: { reason: 'is ill' } })
  })

  test.each([
    ['policy', 2425, 'We will refund £24.25'],
    ['none', undefined, null],
  ])('with refund %s returns %s pence', async (refund, pence, words) => {
    const { id, member } = await paidAppointment()
    const { body } = await change(id, 'cancel', { reason: 'asked', refund })
    expect(body.appointment.refund?.amount_pence).toBe(pence)
    const mail = await mailTo(member.email, 'is cancelled')
    if (words) expect(mail.text).toContain(words)
    else expect(mail.text).not.toContain('refund')
  })

  test('within 14 days of paying returns all of it, and the office reads when', async () => {
    const { id, member } = await paidAppointment(START)
    const url = `/api/office/members/${member.id}?reason=booking`
    const { appointments } = (await site.ask('GET', url, { as: clerk })).body
    expect(appointments).toMatchObject([{ paid_at: START.toISOString() }])
    const { body } = await change(id, 'cancel', { reason: 'asked', refund: 'policy' })
    expect(body.appointment.refund.amount_pence).toBe(2500)
    expect((await mailTo(member.email, 'is cancelled')).text).toContain('We will refund £25.00')
  })

  test('with a full refund needs the treasurer', async () => {
    const { id, member } = await paidAppointment()
    const body = { reason: 'our fault', refund: 'full' }
    const refused = await change(id, 'cancel', body)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
    const both = await site.staff(['office', 'treasurer'])
    const full = await change(id, 'cancel', body, both)
    expect(full.body.appointment.refund).toMatchObject({ amount_pence: 2500, state: 'queued' })
    const mail = await mailTo(member.email, 'is cancelled')
    expect(mail.text).toContain('We will refund £25.00 to your card by')
  })
})

async function paidAppointment(at = new Date(START.getTime() - 15 * 86_400_000)) {
  const event = await site.event({ pricePence: 2500 })
  const member = await site.member()
  await site.consent(member, event)
  const id = await bookedId(site, member, event)
  await payByCard(site.deps.database.db, id, { capturedPence: 2500, feePence: 75, at })
  return { event, id, member }
}

describe('a move by staff', () => {
  test('to another time is made inside 48 hours', async () => {
    const event = await site.event()
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('a member')
    const id = await bookedId(site, member, event, '10:20')
    await moveTo(ukInstant(event.event_date, '10:10'))
    const moved = await change(id, 'move', { ...at(event, '11:00'), reason: 'is late' })
    expect([moved.status, moved.body.appointment.appt_time]).toEqual([200, '11:00'])
    const past = await change(id, 'move', { ...at(event, '10:00'), reason: 'no' })
    expect([past.status, past.body.code]).toEqual([403, 'booking_closed'])
  })

  test('to another event takes the consent along and frees the place', async () => {
    const day = addDays(ukDate(START), 21)
    const times = { startsAt: ukInstant(day, '10:00'), endsAt: ukInstant(day, '12:00') }
    const event = await site.event()
    const other = await site.event({ ...times, name: 'Another screening', pricePence: 1500 })
    const member = await site.member()
    const booked = await book(member.id, event, '10:00')
    const { appointment_id: id, reference } = booked.body.appointment
    const moved = await change(id, 'move', { ...at(other, '11:00'), reason: 'wants York' })
    expect([moved.status, moved.body.appointment]).toMatchObject([
      200,
      { reference, event_id: other.event_id, appt_date: day, price_pence: 1500 },
    ])
    expect(
      await rows(
        'select event_id, channel, taken_by, psa_test_date::text from consents where member_id = $1 order by id',
        member.id,
      ),
    ).toEqual([
      expect.objectContaining({ event_id: event.event_id, channel: 'telephone' }),
      {
        event_id: other.event_id,
        channel: 'telephone',
        taken_by: 'Ann Clerk',
        psa_test_date: day,
      },
    ])
    expect(await rows('select event_id from places where appointment_id = $1', id)).toEqual([
      { event_id: other.event_id },
    ])
    const mail = await mailTo(member.email, 'has a new time')
    expect(mail.text).toContain(`at ${event.event_name}`)
    const [entry] = await rows(
      `select details from audit_log where subject = $1 and action = 'moved'`,
      `appointment ${id}`,
    )
    expect(entry).toMatchObject({ details: { fromEventId: event.event_id, reason: 'wants York' } })
  })

  test('to an event of another price is refused when a card has paid', async () => {
    const { id } = await paidAppointment()
    const other = await site.event({ pricePence: 3000 })
    const refused = await change(id, 'move', { ...at(other, '11:00'), reason: 'x' })
    expect([refused.status, refused.body.code]).toEqual([409, 'other_price'])
    const same = await site.event({ pricePence: 2500 })
    expect((await change(id, 'move', { ...at(same, '11:00'), reason: 'x' })).status).toBe(200)
  })

  test('to another event is refused when the consent is outdated', async () => {
    const event = await site.event({
      startsAt: ukInstant('2027-05-03', '10:00'),
      endsAt: ukInstant('2027-05-03', '12:00'),
    })
    const [member] = await consentingMembers(site, 1, [event])
    if (!member) throw new Error('a member')
    const id = await bookedId(site, member, event)
    await moveTo(new Date(START.getTime() + 91 * 86_400_000))
    const later = await site.event({
      startsAt: ukInstant('2027-05-10', '10:00'),
      endsAt: ukInstant('2027-05-10', '12:00'),
    })
    const refused = await change(id, 'move', { ...at(later, '11:00'), reason: 'x' })
    expect([refused.status, refused.body.code]).toEqual([403, 'consent_required'])
    const same = await change(id, 'move', { ...at(event, '11:00'), reason: 'x' })
    expect(same.status).toBe(200)
  })
})
