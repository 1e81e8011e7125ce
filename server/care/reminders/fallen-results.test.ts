import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openResult, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'
import { sendNotices } from './send-notices.ts'

const SURGERY = { name: 'Mill Road Surgery', town: 'Diss', email: 'desk@mill.example' }
let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  reviews = await openReviews(site, {
    people: [{ lastName: 'Wren' }],
    consent: { gpSurgery: SURGERY },
  })
  person = reviews.people[0] as SampledPerson
})
afterAll(() => site.close())

const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const days = (count: number) => new Date(site.deps.now().getTime() + count * 24 * 3_600_000)
async function announce(): Promise<void> {
  await sendNotices(site.deps, (error) => {
    throw error
  })
  const { db } = site.deps.database
  await until(async () => expect(await countUnfinished(db)).toBe(0))
}
async function undoSample(): Promise<void> {
  const { appointmentId } = person
  const [sample] = await query(
    `select action_id as id from attendance_actions where appointment_id = $1 and type = 'sample'`,
    appointmentId,
  )
  const { event_id: eventId } = reviews.event
  const venue = await site.staff(['venue'], { eventIds: [eventId], leads: [eventId] })
  const action = {
    id: randomUUID(),
    device: randomUUID(),
    sequence: 1,
    at: site.deps.now().toISOString(),
    appointment_id: appointmentId,
    type: 'undo',
    reason: 'The tube was the neighbour’s',
    undoes: sample.id,
  }
  const url = `/api/office/days/${eventId}/actions`
  expect((await site.ask('POST', url, { as: venue, body: { actions: [action] } })).status).toBe(200)
}
async function setRelease(at: Date): Promise<number> {
  const result = await importOne(site, reviews, person)
  const as = reviews.clinician
  const ready = await pressOn(site, { result, path: 'review', as, body: { band: 'Green' } })
  const body = { at: at.toISOString() }
  return (await pressOn(site, { result: ready, path: 'release', as, body })).id
}
async function valueShown(): Promise<string | null> {
  const [account] = await query('select user_id, email from members where id = $1', person.memberId)
  const as = { cookie: await site.signIn(account.user_id, account.email) }
  const { body } = await site.ask('GET', `/api/medical/results/${person.memberId}`, { as })
  return body.data[0]?.result?.test_result ?? null
}
const isMailed = async () => {
  const [{ email }] = await query('select email from members where id = $1', person.memberId)
  return site.mails.some(({ to, subject }) => to === email && /result/i.test(subject))
}
const gpLetters = async () =>
  (
    await query(
      `select state from result_letters where member_id = $1 and recipient = 'gp'`,
      person.memberId,
    )
  ).length

describe('a result whose release was set for a later moment', () => {
  test('is shown from then on', async () => {
    await setRelease(days(1))
    expect(await valueShown()).toBeNull()
    site.moveTo(days(1.1))
    expect(await valueShown()).not.toBeNull()
  })

  test('is neither shown nor announced when its sample fell before, until a clinician decides', async () => {
    const id = await setRelease(days(1))
    await undoSample()
    site.moveTo(days(1.1))
    await announce()
    expect([await valueShown(), await isMailed(), await gpLetters()]).toEqual([null, false, 0])
    const as = await site.staff(['clinician'])
    const result = await openResult(site, id, as)
    await pressOn(site, {
      result,
      path: 'stands',
      as,
      body: { note: 'The lead confirmed whose blood it is' },
    })
    await announce()
    expect([await valueShown(), await isMailed(), await gpLetters()]).toEqual([
      expect.any(String),
      true,
      1,
    ])
  })

  test('is not shown when the consent was withdrawn before, and a clinician has a task', async () => {
    await setRelease(days(1))
    const as = await site.staff(['office'])
    const url = `/api/office/members/${person.memberId}/consent-withdrawals`
    const body = { event_id: reviews.event.event_id, channel: 'telephone' }
    expect((await site.ask('POST', url, { as, body })).status).toBe(200)
    const tasks = await query(
      `select 1 from care_loops where member_id = $1 and kind = 'consent_withdrawn' and closed_at is null`,
      person.memberId,
    )
    expect(tasks).toHaveLength(1)
    site.moveTo(days(1.1))
    await announce()
    expect([await valueShown(), await isMailed(), await gpLetters()]).toEqual([null, false, 0])
  })
})

test('a result that was released is not announced while its sample is in question, and stays shown', async () => {
  await releaseOne(site, reviews, { person, band: 'Green' })
  const shown = await valueShown()
  expect(shown).not.toBeNull()
  await undoSample()
  await announce()
  expect([await valueShown(), await isMailed(), await gpLetters()]).toEqual([shown, false, 0])
})

test('a member who wants no messages gets none, and their GP gets the letter that was agreed', async () => {
  await query(`update members set wants_contact = 'none' where id = $1`, person.memberId)
  await releaseOne(site, reviews, { person, band: 'Green' })
  await announce()
  await announce()
  expect([await isMailed(), await gpLetters()]).toEqual([false, 1])
})
