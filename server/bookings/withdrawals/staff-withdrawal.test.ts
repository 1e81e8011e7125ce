import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { addByOffice } from '../../../test/app/claim-letters.ts'
import { consentFormFor } from '../../../test/app/consent-form.ts'
import { type Clinician, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { openKinds } from '../../../test/care-loops/loop-invariants.queries.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let clerk: Clinician
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const rows = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const withdraw = (memberId: number, event: CharityEvent, as = clerk, more: object = {}) =>
  site.ask('POST', `/api/office/members/${memberId}/consent-withdrawals`, {
    as,
    body: { event_id: event.event_id, channel: 'telephone', ...more },
  })

describe('by telephone', () => {
  test('a member without an account withdraws, and it says who took it', async () => {
    site.moveTo(new Date('2027-01-12T09:00:00Z'))
    clerk = await site.staff(['office'])
    const id = await addByOffice(site, clerk)
    const event = await site.event()
    await site.consent({ id }, event)
    const answer = await withdraw(id, event, clerk, { taken_by: 'Ann Clerk' })
    expect([answer.status, answer.body.appointment]).toEqual([200, 'nothing'])
    expect(
      await rows('select channel, taken_by from consent_withdrawals where member_id = $1', id),
    ).toEqual([{ channel: 'telephone', taken_by: 'Ann Clerk' }])
    const audited = await rows(
      `select actor_user_id::text as by, details->>'takenBy' as taken_by from audit_log
        where member_id = $1 and action = 'consent withdrawn'`,
      id,
    )
    expect(audited).toEqual([{ by: clerk.userId, taken_by: 'Ann Clerk' }])
    const again = await withdraw(id, event, clerk)
    expect(again.body.appointment).toBe('nothing')
    expect(await rows('select id from consent_withdrawals where member_id = $1', id)).toHaveLength(
      1,
    )
    const read = await site.ask('GET', `/api/office/members/${id}/consents`, {
      as: await site.staff(['clinician']),
    })
    expect(read.body.consents).toMatchObject([
      { event_id: event.event_id, withdrawn_at: expect.any(String) },
    ])
  })

  test('seen on the list of the day before any blood is taken', async () => {
    site.moveTo(new Date('2027-01-12T09:00:00Z'))
    const member = await site.member()
    const event = await site.event()
    await site.consent(member, event)
    await bookedId(site, member, event, '10:20')
    site.moveTo(ukInstant(event.event_date, '09:50'))
    clerk = await site.staff(['office'])
    const day = async () =>
      (await site.ask('GET', `/api/office/days/${event.event_id}`, { as: clerk })).body.people[0]
    expect((await day()).is_consent_withdrawn).toBe(false)
    expect((await withdraw(member.id, event, clerk)).body.appointment).toBe('office told')
    expect((await day()).is_consent_withdrawn).toBe(true)
  })
})

describe('with a sample under way', () => {
  let opened: Awaited<ReturnType<typeof openReviews>>
  let person: SampledPerson
  const open = () => openKinds(site.deps.database.pool, person.memberId)
  beforeEach(async () => {
    opened = await openReviews(site, { people: [{ lastName: 'Teal' }], at: MONDAY })
    person = opened.people[0] as SampledPerson
    clerk = await site.staff(['office'])
  })

  test('a clinician is asked, until consent is given again', async () => {
    expect((await withdraw(person.memberId, opened.event)).status).toBe(200)
    expect(await open()).toEqual(['sample_to_lab', 'consent_withdrawn'])
    const [{ user_id, email }] = await rows(
      'select user_id, email from members where id = $1',
      person.memberId,
    )
    const as = { cookie: await site.signIn(user_id, email) }
    const body = consentFormFor(opened.event)
    expect((await site.ask('POST', '/api/medical/consent', { as, body })).status).toBe(201)
    expect(await open()).toEqual(['sample_to_lab'])
  })

  test('a result in review asks too, a released one does not', async () => {
    const result = await importOne(site, opened, person)
    await withdraw(person.memberId, opened.event, opened.clinician)
    expect(await open()).toContain('consent_withdrawn')
    expect(result.id).toBeGreaterThan(0)
    opened = await openReviews(site, { people: [{ lastName: 'Merlin' }], at: MONDAY })
    person = opened.people[0] as SampledPerson
    await releaseOne(site, opened, { person, band: 'Green' })
    await withdraw(person.memberId, opened.event, opened.clinician)
    expect(await open()).not.toContain('consent_withdrawn')
  })
})
