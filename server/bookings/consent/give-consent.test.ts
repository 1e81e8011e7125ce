import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_VERSION, CONSENT_WORDS } from '../../../domain/consent.ts'
import type { CharityEvent } from '../../../domain/contract.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { findConsentsOf } from '../../records/copy/consents.queries.ts'
import { openConsent } from './sealed-consent.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await site.member()
  event = await site.event()
})

const form = (more: Record<string, unknown> = {}) => ({
  eventId: event.event_id,
  psaTestDate: event.event_date,
  numberOfPsaTest: 2,
  familyHistoryProstateCancer: 'Yes',
  familyMemberWithProstateCancer: ['Father', 'Uncle'],
  fatherSideDetails: null,
  familyHistoryBreastOvarianCancer: 'No',
  familyMemberWithOvarianCancer: [],
  motherSideDetails: 'a\u0000b',
  medicationHistory: 'None',
  terms: true,
  sampleConsent: true,
  gpSharing: false,
  disclaimer: true,
  ...more,
})

const consent = (more: Record<string, unknown> = {}, as: { cookie: string } | null = member) =>
  site.ask('POST', '/api/medical/consent', { ...(as && { as }), body: form(more) })

async function refused(...asked: Parameters<typeof consent>) {
  const before = await site.stored()
  const answer = await consent(...asked)
  expect(await site.stored()).toEqual(before)
  return answer
}

async function storedConsents(memberId: number) {
  const { rows } = await site.deps.database.db.execute(
    `select * from consents where member_id = ${memberId} order by id`,
  )
  return rows
}

async function told(memberId: number) {
  const { fieldKeys, database } = site.deps
  const whose = await findConsentsOf(database.db, memberId)
  return whose.map(({ event_id, given_at, sealed }) =>
    openConsent(fieldKeys, { memberId, eventId: event_id, givenAt: given_at, sealed }),
  )
}

describe('a member consents', () => {
  test('and the answers, ticks, time and words are stored', async () => {
    const form = { profileId: member.id, recentInfection: 'Yes' }
    const { status, body, headers } = await consent(form)
    expect([status, body]).toEqual([201, { status: 'success' }])
    expect(headers['cache-control']).toBe('no-store')
    expect(await storedConsents(member.id)).toMatchObject([
      {
        event_id: event.event_id,
        words_version: CONSENT_VERSION,
        psa_test_date: event.event_date,
        terms: true,
        sample_consent: true,
        gp_sharing: false,
        disclaimer: true,
        channel: 'website',
      },
    ])
    const [row] = await storedConsents(member.id)
    expect(JSON.stringify(row)).not.toContain('Uncle')
    expect(await told(member.id)).toMatchObject([
      {
        answers: {
          numberOfPsaTest: 2,
          familyHistoryProstateCancer: 'Yes',
          familyMemberWithProstateCancer: ['Father', 'Uncle'],
          fatherSideDetails: '',
          familyHistoryBreastOvarianCancer: 'No',
          familyMemberWithOvarianCancer: [],
          motherSideDetails: 'a b',
          medicationHistory: 'None',
          recentInfection: 'Yes',
        },
      },
    ])
    const { rows } = await site.deps.database.db.execute('select version, words from consent_words')
    expect(rows).toEqual([{ version: CONSENT_VERSION, words: CONSENT_WORDS }])
  })

  const surgery = { gpSharing: true, gpSurgeryName: ' Mill\u0000Road ', gpSurgeryTown: 'Diss' }

  test('to sharing with a GP by a client that does not know the fields of the surgery', async () => {
    expect((await consent({ gpSharing: true })).status).toBe(201)
    expect(await told(member.id)).toMatchObject([{ gpSurgery: null }])
    expect(await storedConsents(member.id)).toMatchObject([{ gp_sharing: true }])
  })

  test('to sharing with a GP, whose surgery is stored sealed', async () => {
    await consent({ ...surgery, gpSurgeryEmail: 'Desk@Mill.example' })
    await consent({ ...surgery, gpSharing: false })
    expect(await told(member.id)).toMatchObject([
      { gpSurgery: { name: 'Mill Road', town: 'Diss', email: 'desk@mill.example' } },
      { gpSurgery: null },
    ])
    expect(JSON.stringify(await storedConsents(member.id))).not.toContain('Diss')
  })

  test('by a form that names the words it showed', async () => {
    expect((await consent({ wordsVersion: CONSENT_VERSION })).status).toBe(201)
  })

  test('a second time, and both are stored', async () => {
    await consent()
    await consent(surgery)
    expect(await storedConsents(member.id)).toMatchObject([
      { gp_sharing: false },
      { gp_sharing: true },
    ])
  })

  test('by the date alone, as the specification’s form does', async () => {
    const only = await site.event({
      startsAt: ukInstant('2027-04-01', '10:00'),
      endsAt: ukInstant('2027-04-01', '12:00'),
    })
    const answer = await consent({ eventId: undefined, psaTestDate: '2027-04-01' })
    expect(answer.status).toBe(201)
    expect(await storedConsents(member.id)).toMatchObject([{ event_id: only.event_id }])
  })

  test('by the date alone on a day of two events, to the booked one', async () => {
    const same = {
      startsAt: ukInstant('2027-04-02', '10:00'),
      endsAt: ukInstant('2027-04-02', '12:00'),
    }
    await site.event(same)
    const booked = await site.event(same)
    const byDate = { eventId: undefined, psaTestDate: '2027-04-02' }
    expect((await refused(byDate)).status).toBe(404)
    await site.consent(member, booked)
    const body = { eventId: booked.event_id, appointmentStartTime: '10:20' }
    await site.ask('POST', '/api/appointments', { as: member, body })
    expect((await consent(byDate)).status).toBe(201)
    expect(await storedConsents(member.id)).toMatchObject([
      { event_id: booked.event_id },
      { event_id: booked.event_id },
    ])
  })
})

describe('consent is refused', () => {
  test('to a visitor, and to a session that was ended', async () => {
    expect(await refused({}, null)).toMatchObject({
      status: 401,
      body: { code: 'sign_in_required' },
    })
    const gone = await site.member()
    site.signOut(gone.userId)
    expect((await refused({}, gone)).status).toBe(401)
  })

  test('trap 26: for another member’s profile, as for one that does not exist', async () => {
    const other = await site.member()
    const theirs = await refused({ profileId: other.id })
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await refused({ profileId: 999_999 })).toMatchObject({ status: 404, body: theirs.body })
  })

  test('to an account without a profile', async () => {
    expect((await refused({}, { cookie: await site.signIn() })).status).toBe(404)
  })

  test('when the form showed words that have changed since', async () => {
    expect(await refused({ wordsVersion: '2026-11-01' })).toMatchObject({
      status: 409,
      body: { code: 'consent_words_changed' },
    })
  })

  test('for an event there is not, and for a day without one', async () => {
    expect((await refused({ eventId: 999_999 })).status).toBe(404)
    for (const psaTestDate of ['2030-01-01', '9999-12-31', '0001-01-01']) {
      expect((await refused({ eventId: undefined, psaTestDate })).status).toBe(404)
    }
  })

  test.each([
    ['terms', { terms: false }, 'You must agree to the terms and conditions.'],
    [
      'sampleConsent',
      { sampleConsent: false },
      'You must consent that your samples will be taken and tested.',
    ],
    [
      'disclaimer',
      { disclaimer: false },
      'You must confirm you are not aware of any current prostatic condition. We will not screen if you have known or suspected PCa.',
    ],
    [
      'familyMemberWithProstateCancer',
      { familyMemberWithProstateCancer: [] },
      'Please specify which relative(s) or provide additional details.',
    ],
    [
      'familyMemberWithOvarianCancer',
      { familyHistoryBreastOvarianCancer: 'Yes', motherSideDetails: ' ' },
      'Please specify which relative(s) or provide additional details.',
    ],
    [
      'gpSurgeryTown',
      { gpSharing: true, gpSurgeryName: 'Mill Road' },
      'Please enter the town of your GP surgery.',
    ],
    ['psaTestDate', { psaTestDate: '2027-01-27' }, 'This is not the date of the event.'],
    [
      'psaTestDate',
      { eventId: undefined, psaTestDate: '2027-02-30' },
      'This is not the date of the event.',
    ],
    [
      'psaTestDate',
      { eventId: undefined, psaTestDate: '0000-01-01' },
      'This is not the date of the event.',
    ],
  ])('trap 27: with the field and the specification’s words: %s', async (field, more, message) => {
    expect(await refused(more)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ field, message }] },
    })
  })

  test.each([
    ['six tests', { numberOfPsaTest: 6 }],
    ['a relative that is none', { familyMemberWithProstateCancer: ['Neighbour'] }],
    ['a medicine off the list', { medicationHistory: 'Aspirin' }],
    ['an answer that is none', { recentInfection: 'Maybe' }],
    ['a tick that is a word', { terms: 'yes' }],
    ['a tick that was not sent', { gpSharing: undefined }],
    ['details beyond measure', { motherSideDetails: 'a'.repeat(501) }],
  ])('for %s', async (_, more) => {
    expect(await refused(more)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

test('the words of a version cannot change without anyone noticing', async () => {
  const own = await openTestApp({ now: START })
  await own.deps.database.db.execute(
    `insert into consent_words (version, words) values ('${CONSENT_VERSION}', '{"terms":"Other words"}')`,
  )
  const as = await own.member()
  const { event_id: eventId, event_date: psaTestDate } = await own.event()
  const before = await own.stored()
  const answer = await own.ask('POST', '/api/medical/consent', {
    as,
    body: form({ eventId, psaTestDate }),
  })
  expect(answer.status).toBe(500)
  expect(await own.stored()).toEqual(before)
  await own.close()
})
