// Identity changes after a consent or result are recorded and reviewed, the office mail has no
// values, and earlier results keep the former identity.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { decideReview } from './decide-review.ts'
import { listOpenReviews } from './identity.queries.ts'
import { openIdentity } from './sealed-identity.ts'

const START = new Date('2027-01-12T09:00:00Z')
const SAMPLED = '2027-01-26'
const LATER = new Date('2027-02-12T09:00:00Z')
const OFFICE = 'office@example.org'
let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
})

const update = (body: object) =>
  site.ask('PUT', `/api/auth/profile?email=${member.email}`, { as: member, body })

const profile = async () => (await site.ask('GET', '/api/auth/profile', { as: member })).body

async function addResult(more: { appointmentId?: number } = {}) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '1.02', test_unit: 'ng/ml', comments: 'Sample.' }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: member.id,
    sampleDate: SAMPLED,
    ...more,
    releasedAt: site.deps.now(),
    recordedAt: site.deps.now(),
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
}

async function history() {
  const { rows } = await site.deps.database.db.execute<{
    actor_user_id: string
    fields: string[]
    before: Buffer
    after: Buffer
  }>(`select * from identity_changes where member_id = ${member.id} order by id`)
  return rows.map(({ actor_user_id, fields, before, after }) => ({
    actor_user_id,
    fields,
    before: openIdentity(site.deps.fieldKeys, member.userId, before),
    after: openIdentity(site.deps.fieldKeys, member.userId, after),
  }))
}

const reviews = async () =>
  (await listOpenReviews(site.deps.database.db)).filter(
    ({ kind, memberId }) => kind === 'changed identity' && memberId === member.id,
  )

const officeMails = () =>
  site.mails.filter(
    ({ to, subject }) =>
      to === OFFICE && subject === `Member ${member.id} has changed identity details`,
  )

const whole = {
  first_name: 'John',
  last_name: 'Smith',
  gender: 'Other',
  date_of_birth: '1961-03-04',
  nhs_number: '9990000018',
}
const before = {
  first_name: 'James',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  nhs_number: null,
}

describe('trap 7: a change of identity', () => {
  test('is stored sealed, with the values before and after and who made it', async () => {
    await update(whole)
    expect(await history()).toEqual([
      { actor_user_id: member.userId, fields: Object.keys(before), before, after: whole },
    ])
    const { rows } = await site.deps.database.db.execute(
      `select t::text as row from identity_changes t where member_id = ${member.id}`,
    )
    for (const value of ['John', 'James', '1961-03-04', '9990000018']) {
      expect(JSON.stringify(rows)).not.toContain(value)
    }
  })

  test('before any consent or result makes no review', async () => {
    await update(whole)
    expect(await reviews()).toEqual([])
    expect(await profile()).not.toHaveProperty('being_checked')
    expect(officeMails()).toEqual([])
  })

  test.each(Object.entries(whole))('of %s after a consent is reviewed', async (field, value) => {
    await site.consent(member, await site.event())
    await update({ [field]: value })
    expect(await reviews()).toMatchObject([{ kind: 'changed identity', fields: [field] }])
  })

  test('after a result is mailed to the office without a value, once while a review is open', async () => {
    await addResult()
    expect((await update({ last_name: 'Smith' })).body).toEqual({ status: 'success' })
    await update({ date_of_birth: '1961-03-04' })
    expect(await reviews()).toMatchObject([{ fields: ['date_of_birth', 'last_name'] }])
    await until(() => expect(officeMails()).toHaveLength(1))
    const told = JSON.stringify(officeMails())
    expect(told).toContain('last name')
    expect(told).not.toMatch(/Smith|Carter|1961|PSA|result|test/i)
  })

  test('is shown to the member as being checked, until a person decides', async () => {
    await addResult()
    await update({ last_name: 'Smith' })
    expect((await profile()).being_checked).toEqual({
      since: START.toISOString(),
      fields: ['last_name'],
    })
    const [review] = await reviews()
    const decision = { outcome: 'confirmed', decidedBy: 'Ann Example', note: 'rang' } as const
    expect(await decideReview(site.deps, { reviewId: review?.id ?? 0, ...decision })).toEqual({
      memberId: member.id,
      shown: 0,
    })
    expect(await profile()).not.toHaveProperty('being_checked')
    await update({ last_name: 'Jones' })
    expect(await reviews()).toHaveLength(1)
  })

  test('of the telephone or address alone is none', async () => {
    await addResult()
    await update({ phone: '447700900444', home_address: '1 New Street, York' })
    expect([await history(), await reviews()]).toEqual([[], []])
  })
})

describe('a result', () => {
  const results = async () => {
    const { body } = await site.ask('GET', `/api/medical/results/${member.id}`, { as: member })
    return body.data
  }
  const james = { first_name: 'James', last_name: 'Carter', date_of_birth: '1968-05-14' }
  const takenUnder = { person: james, nhs_number: null }

  test('stays shown, with the identity it was taken under', async () => {
    await addResult()
    expect((await results())[0]).not.toHaveProperty('taken_under')
    site.moveTo(LATER)
    await update(whole)
    const [entry] = await results()
    expect(entry).toMatchObject({ result: { test_result: '1.02' }, taken_under: takenUnder })
    const one = `/api/medical/results/${member.id}/${entry.result.result_id}`
    expect((await site.ask('GET', one, { as: member })).body.data).toEqual(entry)
  })

  test('of an appointment has the identity of its very time', async () => {
    const event = await site.event()
    await site.consent(member, event)
    const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
    const { body: booked } = await site.ask('POST', '/api/appointments', { as: member, body })
    const { appointment_id: appointmentId, appt_date } = booked.appointment
    await update({ first_name: 'Jim' })
    site.moveTo(new Date(`${appt_date}T10:20:00Z`))
    await update({ first_name: 'John' })
    site.moveTo(LATER)
    await update({ last_name: 'Smith' })
    await addResult({ appointmentId })
    expect((await results())[0].taken_under).toEqual({ person: { ...james, first_name: 'John' } })
  })

  test('with only an NHS number added since names no other member', async () => {
    await addResult()
    site.moveTo(LATER)
    await update({ nhs_number: '9990000026', gender: 'Other' })
    expect((await results())[0].taken_under).toEqual({ nhs_number: null })
  })
})
