import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_VERSION } from '../../../domain/consent.ts'
import type { Day, DayAction, DayPerson } from '../../../domain/office/day-schemas.ts'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import type { WalkIn } from '../../../domain/office/walk-in-schemas.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { pressOf, walkIn } from '../../../test/app/walk-ins.ts'
import { openConsent } from '../../bookings/consent/sealed-consent.ts'
import { sendNotices } from '../../care/reminders/send-notices.ts'

const START = new Date('2027-01-12T09:00:00Z')
const PRICE = 1500
type Event = Awaited<ReturnType<TestApp['event']>>
type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let event: Event
let lead: Person
let volunteer: Person
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(() => begin())
afterAll(() => site.close())

async function begin(wanted: Parameters<TestApp['event']>[0] = {}, keptBack = ['11:00']) {
  site.moveTo(START)
  event = await site.event({ pricePence: PRICE, paymentRequired: true, ...wanted })
  const eventIds = [event.event_id]
  for (const time of keptBack)
    await rows(
      `update places set is_kept_back = true where event_id = $1 and slot_starts_at = $2`,
      [event.event_id, ukInstant(event.event_date, time)],
    )
  site.moveTo(ukInstant(event.event_date, '10:05'))
  lead = await site.staff(['venue'], { eventIds, leads: eventIds })
  volunteer = await site.staff(['venue'], { eventIds })
}

const rows = async (text: string, values: unknown[] = []) =>
  (await site.deps.database.pool.query(text, values)).rows
const at = () => site.deps.now()
const registering = (form: Partial<WalkIn> = {}) =>
  pressOf('walk_in', at(), { registration: walkIn(form) })
const of = ({ id }: DayAction) => ({ walk_in: id })
const url = () => `/api/office/days/${event.event_id}`
const send = async (actions: object[], as = lead) => {
  const { status, body } = await site.ask('POST', `${url()}/actions`, { as, body: { actions } })
  expect(status).toBe(200)
  return body.results.map((one: { status: string; code: string | null }) => [one.status, one.code])
}
const day = async (as = lead): Promise<Day> => (await site.ask('GET', url(), { as })).body
const personOf = async ({ id }: DayAction): Promise<DayPerson> => {
  const person = (await day()).people.find((one) => one.walk_in === id)
  if (!person) throw new Error('the walk-in is not in the day')
  return person
}
const counts = async () => {
  const [row] = await rows(
    `select (select count(*)::int from appointments where event_id = $1) as appointments,
      (select count(*)::int from consents where event_id = $1) as consents,
      (select count(*)::int from places where event_id = $1) as places,
      (select count(*)::int from members) as members`,
    [event.event_id],
  )
  return row
}

describe('a walk-in', () => {
  test('becomes a member with a consent, a place kept back and an appointment, once', async () => {
    const before = await counts()
    const registered = registering({ support_needs: ['hearing loop'] })
    const sampled = pressOf('sample', at(), { ...of(registered), tube: tubeCodeOf(1) })
    expect(await send([registered, sampled])).toEqual([
      ['applied', null],
      ['applied', null],
    ])
    expect(await send([registered, sampled])).toEqual([
      ['repeated', null],
      ['repeated', null],
    ])
    expect(await personOf(registered)).toMatchObject({
      first_name: registered.registration?.first_name,
      time: '11:00',
      state: 'sampled',
      tubes: [tubeCodeOf(1)],
      to_pay_pence: PRICE,
      support_needs: ['hearing loop'],
      is_booked: true,
    })
    expect(await counts()).toEqual({
      appointments: 1,
      consents: 1,
      places: before?.places,
      members: Number(before?.members) + 1,
    })
    const [consent] = await rows('select * from consents where event_id = $1', [event.event_id])
    expect(consent).toMatchObject({ channel: 'tablet', taken_by: lead.name })
    if (!consent) throw new Error('there is no consent')
    const origin = { memberId: Number(consent.member_id), eventId: Number(consent.event_id) }
    const givenAt = new Date(String(consent.given_at))
    const { answers } = openConsent(site.deps.fieldKeys, {
      ...origin,
      givenAt,
      sealed: consent.sealed,
    })
    expect(answers).toMatchObject({ medicationHistory: 'None' })
  })

  test('gets no mail about the past, and is in the logs', async () => {
    const registered = registering({ email: 'walter@example.org', contact_by: 'email' })
    await send([registered])
    const { appointment_id: id } = await personOf(registered)
    const audit = await rows(`select action from audit_log where subject = $1 order by id`, [
      `appointment ${id}`,
    ])
    expect(audit.map(({ action }) => action)).toEqual(['booked', 'registered at the venue'])
    const read = await rows(
      `select reason from access_log join appointments using (member_id)
        where appointments.id = $1 and actor_user_id = $2`,
      [id, lead.userId],
    )
    expect(read).toEqual([{ reason: 'day' }])
    await sendNotices(site.deps, (error) => {
      throw error
    })
    const jobs = await rows(`select 1 from jobs.job where data::text like '%walter@example.org%'`)
    expect(jobs).toEqual([])
  })

  test('gets a free place where none is kept back, and the nearest in time', async () => {
    await begin({}, [])
    const registered = registering()
    expect(await send([registered])).toEqual([['applied', null]])
    expect((await personOf(registered)).time).toBe('10:00')
  })

  test('beyond the last place gets an extra one: of a lead who wanted it, else flagged', async () => {
    await begin({ places: 1 }, [])
    const before = (await counts())?.places
    const sent = [registering(), registering({ extra_place: true }), registering()]
    expect(await send(sent)).toEqual([
      ['applied', null],
      ['applied', null],
      ['flagged', 'extra_place_made'],
    ])
    expect(await send([registering({ extra_place: true })], volunteer)).toEqual([
      ['flagged', 'extra_place_without_lead'],
    ])
    expect(await counts()).toMatchObject({ appointments: 4, places: Number(before) + 3 })
    const [{ total }] = await rows('select total_places as total from events where id = $1', [
      event.event_id,
    ])
    expect(total).toBe(Number(before) + 3)
  })

  test('who looks like a member is registered and flagged, with what else is wrong', async () => {
    await begin({ places: 1 }, [])
    const known = walkIn({ nhs_number: '9990000018' })
    await send([pressOf('walk_in', at(), { registration: known })])
    const twice = registering({ ...known, first_name: 'Wal', extra_place: true })
    expect(await send([twice], volunteer)).toEqual([['flagged', 'looks_like_a_member']])
    expect((await day()).problems).toMatchObject([
      { code: 'looks_like_a_member', also: ['extra_place_without_lead'], name: null },
    ])
    const other = registering({ ...known, nhs_number: null, last_name: 'Else', postcode: null })
    expect(await send([other])).toEqual([['flagged', 'extra_place_made']])
  })

  test.each([
    ['too young', { date_of_birth: '1990-01-01' }, 'age_out_of_range'],
    ['81', { date_of_birth: '1946-01-12' }, 'age_out_of_range'],
    ['whom nobody can reach', { phone: '' }, 'cannot_be_reached'],
    ['without a name', { first_name: ' \u0007 ' }, 'form_incomplete'],
  ])('who is %s is refused, and kept for the lead', async (_what, form, code) => {
    const before = await counts()
    const registered = registering(form)
    const later = pressOf('sample', at(), { ...of(registered), tube: tubeCodeOf(77) })
    expect(await send([registered, later])).toEqual([
      ['refused', code],
      ['refused', 'walk_in_not_recorded'],
    ])
    expect(await counts()).toEqual(before)
    expect((await day()).problems.map(({ id }) => id).toSorted()).toEqual(
      [registered.id, later.id].toSorted(),
    )
  })

  test.each([
    ['knows of a condition', { disclaimer: false }, 'not_eligible'],
    ['does not consent', { sampleConsent: false }, 'consent_incomplete'],
    ['read words that nobody knows', { wordsVersion: '1999-01-01' }, 'consent_words_unknown'],
  ])('who %s is refused', async (_what, answer, code) => {
    const { consent } = walkIn()
    const answers = { ...consent.answers, ...answer }
    expect(await send([registering({ consent: { ...consent, answers } })])).toEqual([
      ['refused', code],
    ])
  })

  test('who read the words of a former version is flagged; the consent names that version', async () => {
    const [stored] = await rows(
      `insert into consent_words (version, words) values ('2020-01-01', '{}') returning version`,
    )
    const { consent } = walkIn()
    const answers = { ...consent.answers, wordsVersion: String(stored?.version) }
    const registered = registering({ consent: { ...consent, answers } })
    expect(await send([registered])).toEqual([['flagged', 'older_consent_words']])
    await send([registering()])
    const versions = await rows(
      'select words_version as v from consents where event_id = $1 order by id',
      [event.event_id],
    )
    expect(versions).toEqual([{ v: '2020-01-01' }, { v: CONSENT_VERSION }])
  })

  test('of a broken tablet stops nobody else', async () => {
    const whole = registering()
    expect(await send([pressOf('walk_in', at()), whole])).toEqual([
      ['refused', 'form_incomplete'],
      ['applied', null],
    ])
  })

  test('sent again with another content under its id is kept, and makes nobody', async () => {
    const registered = registering()
    await send([registered])
    const other = { ...registered, registration: walkIn() }
    expect(await send([other])).toEqual([['refused', 'id_taken']])
    expect(await send([other])).toEqual([['refused', 'id_taken']])
    expect(await counts()).toMatchObject({ appointments: 1 })
    expect((await day()).problems).toMatchObject([
      { code: 'id_taken', name: `${other.registration.first_name} Innes` },
    ])
  })

  test('with a value of thousands of levels fails no other press', async () => {
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`
    const good = registering()
    const bad = JSON.stringify(registering()).replace(
      '"first_name":',
      `"deep":${deep},"first_name":`,
    )
    const odd = JSON.stringify(registering()).replace(/"last_name":"[^"]*"/, `"last_name":${deep}`)
    const answer = await site.app.inject({
      method: 'POST',
      url: `${url()}/actions`,
      headers: {
        cookie: lead.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      payload: `{"actions":[${bad},${odd},${JSON.stringify(good)}]}`,
    })
    expect(answer.statusCode).toBe(200)
    const codes = answer.json().results.map(({ code }: { code: string | null }) => code)
    expect(codes).toEqual([null, 'form_incomplete', null])
    expect(await counts()).toMatchObject({ appointments: 2 })
  })

  test('at a closed day and at a cancelled event is flagged, not lost', async () => {
    await closeDay(site, event.event_id, lead)
    expect(await send([registering()])).toEqual([['flagged', 'day_closed']])
    await rows(`update events set status = 'cancelled', cancelled_at = now() where id = $1`, [
      event.event_id,
    ])
    expect(await send([registering()])).toEqual([['flagged', 'event_cancelled']])
    expect(await counts()).toMatchObject({ appointments: 2 })
  })
})

describe('a refused registration', () => {
  const refuse = async () => {
    const refused = registering({ date_of_birth: '1990-01-01', nhs_number: '9990000018' })
    await send([refused], volunteer)
    return refused
  }
  const read = (id: string, as: Person) =>
    site.ask('GET', `${url()}/problems/${id}/registration`, { as })
  const review = async (id: string, as: Person) => {
    const { status, body } = await site.ask('POST', `${url()}/problems/${id}/review`, { as })
    return [status, body?.code]
  }

  test('is sealed, and shows a lead whom it is about, without answers and numbers', async () => {
    const { id, registration } = await refuse()
    const [stored] = await rows('select sealed from kept_registrations where action_id = $1', [id])
    expect(stored?.sealed.includes('Innes')).toBe(false)
    const shown = await read(id, lead)
    expect(shown).toMatchObject({
      status: 200,
      body: { code: 'age_out_of_range', first_name: registration?.first_name, by: volunteer.name },
    })
    expect(JSON.stringify(shown.body)).not.toMatch(/9990000018|numberOfPsaTest|None/)
    expect((await day()).problems).toMatchObject([
      { id, name: `${registration?.first_name} Innes`, walk_in: null, appointment_id: null },
    ])
    expect((await read(id, volunteer)).body).toMatchObject({ code: 'lead_needed' })
  })

  test('is deleted when a lead has dealt with it, and not by others', async () => {
    const { id } = await refuse()
    expect(await review(id, volunteer)).toEqual([403, 'lead_needed'])
    expect(await review(id, lead)).toEqual([204, undefined])
    expect((await read(id, lead)).status).toBe(404)
    expect((await day()).problems).toMatchObject([{ id, name: null, reviewed: { by: lead.name } }])
  })

  test('of another event is shown to nobody', async () => {
    const { id } = await refuse()
    const elsewhere = await site.event()
    const eventIds = [elsewhere.event_id]
    const other = await site.staff(['venue'], { eventIds, leads: eventIds })
    expect((await read(id, other)).status).toBe(403)
    event = elsewhere
    expect((await read(id, other)).status).toBe(404)
  })
})

describe('money at the door', () => {
  const taking = (about: object, pence = PRICE) =>
    pressOf('taking', at(), { ...about, how: 'cash', pence })
  const ledger = () =>
    rows(
      `select ledger_entries.amount_pence as pence, how, taken_by from ledger_entries
        join payments on payments.id = payment_id join venue_takings using (payment_id)
        where event_id = $1`,
      [event.event_id],
    )

  test('is in the ledger once, however often it is sent', async () => {
    const registered = registering({ payment: 'at_venue' })
    const taken = taking(of(registered))
    expect(await send([registered, taken])).toEqual([
      ['applied', null],
      ['applied', null],
    ])
    expect(await send([taken])).toEqual([['repeated', null]])
    expect(await send([taking(of(registered))], volunteer)).toEqual([['refused', 'already_paid']])
    expect(await ledger()).toEqual([{ pence: PRICE, how: 'cash', taken_by: lead.name }])
    expect((await personOf(registered)).to_pay_pence).toBe(0)
    expect((await day()).problems).toMatchObject([{ code: 'already_paid', pence: PRICE }])
  })

  test.each([
    ['another sum', 'due', 1400, 'other_sum'],
    ['a waived price', 'waived', PRICE, 'nothing_owed'],
  ] as const)('of %s is refused and shown', async (_what, payment, pence, code) => {
    const registered = registering({ payment })
    expect(await send([registered, taking(of(registered), pence)])).toEqual([
      ['applied', null],
      ['refused', code],
    ])
    expect(await ledger()).toEqual([])
  })

  test('of nobody, and without a sum, is refused', async () => {
    const registered = registering()
    const half = pressOf('taking', at(), of(registered))
    expect(await send([registered, half, taking({}), taking({ appointment_id: 1 })])).toEqual([
      ['applied', null],
      ['refused', 'taking_incomplete'],
      ['refused', 'not_of_this_event'],
      ['refused', 'not_of_this_event'],
    ])
    expect(await ledger()).toEqual([])
  })

  test('is taken back by an undo that names it, and owed again', async () => {
    const registered = registering({ payment: 'at_venue' })
    const taken = taking(of(registered))
    const undo = pressOf('undo', at(), { ...of(registered), undoes: taken.id, reason: 'mistake' })
    expect((await send([registered, taken, undo])).at(-1)).toEqual(['applied', null])
    expect(await ledger()).toHaveLength(2)
    expect((await personOf(registered)).to_pay_pence).toBe(PRICE)
  })

  test('is waived by a lead only', async () => {
    const [byLead, byOther] = [
      registering({ payment: 'waived' }),
      registering({ payment: 'waived' }),
    ]
    expect(await send([byLead])).toEqual([['applied', null]])
    expect(await send([byOther], volunteer)).toEqual([['flagged', 'waived_without_lead']])
    const owed = [await personOf(byLead), await personOf(byOther)].map((one) => one.to_pay_pence)
    expect(owed).toEqual([0, PRICE])
  })
})
