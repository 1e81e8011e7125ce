import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { ON_THE_DAY } from '../../domain/preparation.ts'
import { addDays, ukInstant } from '../../domain/uk-time.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { brokenInvariants } from '../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  event = await site.event()
})

function book(
  body: Record<string, unknown> = {},
  as: TestMember | undefined = member,
  about: CharityEvent = event,
) {
  const whole = { eventId: about.event_id, appointmentStartTime: '10:20', ...body }
  return site.ask('POST', '/api/appointments', { ...(as && { as }), body: whole })
}

async function refused(...asked: Parameters<typeof book>) {
  const before = await site.stored()
  const answer = await book(...asked)
  expect(await site.stored()).toEqual(before)
  return answer
}

describe('a member who has consented', () => {
  beforeEach(() => site.consent(member, event))

  test('books a time and gets all details of it', async () => {
    const { status, body, headers } = await book({ eventDate: event.event_date })
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toEqual({
      appointment: {
        appointment_id: expect.any(Number),
        reference: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
        event_id: event.event_id,
        event_name: 'Colchester PSA screening',
        event_location: 'Colchester',
        product_name: 'Total PSA Test',
        email: member.email,
        appt_date: '2027-01-26',
        appt_time: '10:20',
        appt_end_time: '10:40',
        status: 'booked',
        payment_status: 'paid',
        price_pence: 0,
        paid: null,
        refund: null,
      },
    })
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  })

  test('is sent one confirmation', async () => {
    const { body } = await book()
    await until(() => expect(mailsTo(member)).toHaveLength(1))
    const [mail] = mailsTo(member)
    expect(mail?.subject).toBe('Your CHAPS appointment is booked: 10:20 on Tuesday 26 January 2027')
    expect(mail?.text).toContain(`Booking reference: ${body.appointment.reference}`)
    expect(mail?.text).toContain('you can choose another time or cancel in your portal')
    expect(mail?.text).toContain('until 10:20 on Sunday 24 January 2027')
    expect(mail?.text).toContain('http://localhost:3000/upcoming-events')
  })

  test('reads to pay at the venue only where a price is not due online', async () => {
    const unset = await site.event({ pricePence: 1500, paymentRequired: null })
    await site.consent(member, unset)
    const { body } = await book({}, member, unset)
    expect(body.appointment).toMatchObject({ payment_status: 'paid', price_pence: 1500 })
    await until(() => expect(mailsTo(member)).toHaveLength(1))
    expect(mailsTo(member)[0]?.text).toContain('Please pay £15.00 at the venue.')
    const other = await site.member()
    await site.consent(other, event)
    await book({}, other)
    await until(() => expect(mailsTo(other)).toHaveLength(1))
    expect(mailsTo(other)[0]?.text).not.toMatch(/pay|£/i)
  })

  test('reads what to bring and when to arrive, in the words of the site', async () => {
    await book()
    await until(() => expect(mailsTo(member)).toHaveLength(1))
    expect(mailsTo(member)[0]?.text).toContain(`On the day\n\n${ON_THE_DAY}`)
  })

  test('reads the helpline when it can no longer be changed online', async () => {
    const works = await site.event({
      exclusiveFor: 'CORPORATE',
      startsAt: ukInstant('2027-01-13', '10:00'),
      endsAt: ukInstant('2027-01-13', '12:00'),
    })
    await site.consent(member, works)
    expect((await book({}, member, works)).status).toBe(201)
    await until(() => expect(mailsTo(member)).toHaveLength(1))
    const text = mailsTo(member)[0]?.text
    expect(text).toContain(
      'Your appointment starts in less than 48 hours, so you can no longer change or cancel it online',
    )
    expect(text).toContain('Please call our booking helpline on 0808 157 0142')
    expect(text).not.toContain('11 January')
  })

  test('takes one of the spaces, which every visitor sees at once', async () => {
    const seen = async () =>
      (await site.ask('GET', `/api/events/${event.event_id}`)).body.event.booked_spaces
    expect(await seen()).toBe(0)
    await book()
    expect(await seen()).toBe(1)
  })

  test('trap 8, trap 9: decides only on event and time, whatever else the browser posts', async () => {
    const { status, body } = await book({
      profileId: member.id,
      eventPrice: 1,
      eventName: 'Free for all',
      eventLocation: 'Elsewhere',
      appointmentEndTime: '23:59',
      lab: 'None',
      paymentStatus: 'paid by card',
      product: { productId: 99, productName: 'Gold', price: 0, emailTemplate: 'x' },
      status: 'cancelled',
    })
    expect(status).toBe(201)
    expect(body.appointment).toMatchObject({
      event_name: 'Colchester PSA screening',
      appt_end_time: '10:40',
      payment_status: 'paid',
      status: 'booked',
    })
  })

  test('gets the place that they hold', async () => {
    const last = await site.event({ places: 1 })
    await site.consent(member, last)
    const held = await site.ask('POST', `/api/events/${last.event_id}/holds`, {
      as: member,
      body: { slot: '10:00' },
    })
    expect(held.status).toBe(201)
    expect((await book({ appointmentStartTime: '10:00' }, member, last)).status).toBe(201)
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  })

  test('releases a place held elsewhere', async () => {
    const elsewhere = await site.event({ places: 1 })
    const hold = { as: member, body: { slot: '10:00' } }
    await site.ask('POST', `/api/events/${elsewhere.event_id}/holds`, hold)
    expect((await book()).status).toBe(201)
    const slots = await site.ask('GET', `/api/events/${elsewhere.event_id}/slots`)
    expect(slots.body).toEqual({ '2027-01-26': { availableTimeSlots: ['10:00'] } })
  })

  test('books after midnight at an event that runs past it', async () => {
    const night = await site.event({
      startsAt: ukInstant('2027-01-28', '22:00'),
      endsAt: ukInstant('2027-01-29', '01:00'),
      places: 9,
    })
    await site.consent(member, night)
    const { body } = await book(
      { appointmentStartTime: '00:20', eventDate: '2027-01-29' },
      member,
      night,
    )
    expect(body.appointment).toMatchObject({ appt_date: '2027-01-29', appt_time: '00:20' })
  })

  test('books again when the earlier appointment is over', async () => {
    // A separate app, because this test moves the clock forward.
    const own = await openTestApp({ now: START })
    const as = await own.member()
    const bookAt = async (about: CharityEvent) => {
      await own.consent(as, about)
      const body = { eventId: about.event_id, appointmentStartTime: '10:20' }
      return (await own.ask('POST', '/api/appointments', { as, body })).status
    }
    expect(await bookAt(await own.event())).toBe(201)
    const startsAt = ukInstant('2027-02-10', '10:00')
    const later = await own.event({ startsAt, endsAt: ukInstant('2027-02-10', '12:00') })
    own.moveTo(new Date(ukInstant('2027-01-26', '10:40').getTime() - 1))
    expect(await bookAt(later)).toBe(409)
    own.moveTo(ukInstant('2027-01-26', '10:40'))
    expect(await bookAt(later)).toBe(201)
    expect(await brokenInvariants(own.deps.database.db, own.deps.now())).toEqual([])
    await own.close()
  })

  test('books a works event on its very day, as corporate events never close', async () => {
    const works = await site.event({
      exclusiveFor: 'CORPORATE',
      startsAt: ukInstant('2027-01-12', '10:00'),
      endsAt: ukInstant('2027-01-12', '12:00'),
    })
    await site.consent(member, works)
    expect((await book({}, member, works)).status).toBe(201)
  })

  test('trap 10: books an event without a decision on payment, and it counts as paid', async () => {
    const unset = await site.event({ paymentRequired: null, pricePence: 1500 })
    await site.consent(member, unset)
    const { status, body } = await book({}, member, unset)
    expect([status, body.appointment.payment_status]).toEqual([201, 'paid'])
  })
})

describe('a booking is refused', () => {
  test('to a visitor, before the request is read', async () => {
    const before = await site.stored()
    const answer = await site.ask('POST', '/api/appointments', { body: { nonsense: true } })
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'Unauthorized', code: 'sign_in_required' },
    })
    expect(await site.stored()).toEqual(before)
  })

  test.each([
    ['no time', { appointmentStartTime: undefined }],
    ['an invalid time', { appointmentStartTime: '25:00' }],
    ['an event that is no number', { eventId: 'first' }],
    ['an invalid date', { eventDate: 'tomorrow' }],
  ])('with 400 for %s', async (_, body) => {
    expect(await refused(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('with 404 for an unknown event', async () => {
    for (const eventId of [999_999, 0, -1, Number.MAX_SAFE_INTEGER]) {
      expect(await refused({ eventId })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test('for another member’s profile, as for an unknown one', async () => {
    const other = await site.member()
    await site.consent(member, event)
    const theirs = await refused({ profileId: other.id })
    const nobodys = await refused({ profileId: 999_999 })
    expect(theirs.status).toBe(404)
    expect(theirs.body).toEqual(nobodys.body)
  })

  test('to an account without a profile', async () => {
    const before = await site.stored()
    const stranger = { cookie: await site.signIn() }
    const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
    const answer = await site.ask('POST', '/api/appointments', { as: stranger, body })
    expect(answer.status).toBe(404)
    expect(await site.stored()).toEqual(before)
  })

  test('twice for one event, in the specification’s words', async () => {
    await site.consent(member, event)
    await book()
    expect(await refused({ appointmentStartTime: '11:00' })).toMatchObject({
      status: 409,
      body: {
        code: 'duplicate',
        error: 'You have already booked this event. Please amend your booking if required.',
      },
    })
  })

  test('trap 20: with another upcoming appointment', async () => {
    await site.consent(member, event)
    await book()
    const other = await site.event()
    await site.consent(member, other)
    expect(await refused({}, member, other)).toMatchObject({
      status: 409,
      body: { code: 'existing_booking' },
    })
  })

  test('trap 19: once booking has closed', async () => {
    await site.consent(member, event)
    site.moveTo(ukInstant(addDays(event.event_date, -1), '10:00'))
    expect(await refused()).toMatchObject({ status: 403, body: { code: 'booking_closed' } })
  })

  test('for a past time, at a works event too', async () => {
    const works = await site.event({ exclusiveFor: 'CORPORATE' })
    await site.consent(member, works)
    site.moveTo(ukInstant(works.event_date, '10:20'))
    expect(await refused({}, member, works)).toMatchObject({
      status: 403,
      body: { code: 'booking_closed' },
    })
  })

  test('for a private event without its access code, and once the grant is over', async () => {
    const lodge = await site.event({ accessCode: 'LODGE2026' })
    await site.consent(member, lodge)
    const answer = { status: 403, body: { code: 'access_code_required' } }
    expect(await refused({}, member, lodge)).toMatchObject(answer)
    await site.grantAccess(member, lodge, START)
    expect(await refused({}, member, lodge)).toMatchObject(answer)
    await site.grantAccess(member, lodge, new Date(START.getTime() + 1))
    expect((await book({}, member, lodge)).status).toBe(201)
  })

  test('for a laboratory’s event until the NHS number is confirmed', async () => {
    const labId = await site.lab({ requiresNhsNumber: true })
    const strict = await site.event({ labId })
    await site.consent(member, strict)
    expect(await refused({}, member, strict)).toMatchObject({
      status: 403,
      body: { code: 'nhs_number_required' },
    })
    const confirmed = await site.member({ nhsConfirmedAt: START })
    await site.consent(confirmed, strict)
    expect((await book({}, confirmed, strict)).status).toBe(201)
  })

  test('trap 29: without the member’s own consent for this event', async () => {
    const other = await site.member()
    await site.consent(other, event)
    await site.consent(member, await site.event())
    expect(await refused()).toMatchObject({ status: 403, body: { code: 'consent_required' } })
  })

  test('where the event is paid at checkout', async () => {
    const paid = await site.event({ paymentRequired: true, pricePence: 2500 })
    await site.consent(member, paid)
    expect(await refused({ paymentStatus: 'paid by card' }, member, paid)).toMatchObject({
      status: 402,
      body: { code: 'payment_required' },
    })
  })

  test('when the time is taken, with those that are free', async () => {
    const two = await site.event({ places: 2 })
    const other = await site.member()
    await site.consent(member, two)
    await site.consent(other, two)
    await book({}, other, two)
    expect(await refused({}, member, two)).toMatchObject({
      status: 409,
      body: {
        code: 'slot_taken',
        error: 'Sorry, that time has just been taken. Please choose another.',
        slots: { '2027-01-26': { availableTimeSlots: ['10:00'] } },
      },
    })
  })

  test('only as long as another member holds the place', async () => {
    const last = await site.event({ places: 1 })
    const other = await site.member()
    await site.consent(member, last)
    const slot = { appointmentStartTime: '10:00' }
    const hold = { as: other, body: { slot: '10:00' } }
    await site.ask('POST', `/api/events/${last.event_id}/holds`, hold)
    expect(await refused(slot, member, last)).toMatchObject({ body: { code: 'slot_taken' } })
    site.moveTo(new Date(START.getTime() + 15 * 60_000))
    expect((await book(slot, member, last)).status).toBe(201)
    expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  })

  test.each([
    ['that the event does not have', { appointmentStartTime: '10:05' }],
    ['before it begins', { appointmentStartTime: '09:40' }],
    ['at its end', { appointmentStartTime: '12:00' }],
    ['of another day', { eventDate: '2027-01-27' }],
  ])('trap 21: as for a taken time, for a time %s', async (_, body) => {
    await site.consent(member, event)
    expect(await refused(body)).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
  })
})

describe('the order of the reasons', () => {
  test('follows rules §3.1, one reason after the other', async () => {
    const labId = await site.lab({ requiresNhsNumber: true })
    const strict = await site.event({
      labId,
      accessCode: 'LODGE2026',
      paymentRequired: true,
      pricePence: 2500,
      places: 1,
    })
    const code = async () => (await refused({}, member, strict)).body.code
    site.moveTo(ukInstant(strict.event_date, '09:00'))
    expect(await code()).toBe('booking_closed')
    site.moveTo(START)
    expect(await code()).toBe('access_code_required')
    await site.grantAccess(member, strict, new Date(START.getTime() + 60_000))
    expect(await code()).toBe('nhs_number_required')
    await site.confirmNhsNumber(member)
    expect(await code()).toBe('consent_required')
    await site.consent(member, strict)
    expect(await code()).toBe('payment_required')

    await site.consent(member, event)
    await book()
    expect(await code()).toBe('existing_booking')
  })
})

function mailsTo(member: TestMember) {
  return site.mails.filter((mail) => mail.to === member.email)
}
