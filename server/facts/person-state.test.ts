// Every screen of a record says on top that its member has died, or that it is part of another one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openResult, openReviews, type SampledPerson } from '../../test/app/laboratory.ts'
import { importOne, type Reviews, releaseOne } from '../../test/app/reviewed.ts'
import { sampledEvent } from '../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { sendNotices } from '../care/reminders/send-notices.ts'
import { findPersonState } from './person-state.queries.ts'

let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const at = new Date('2027-02-01T09:00:00Z')
  reviews = await openReviews(site, { people: [{ lastName: 'Wren' }], at })
  person = reviews.people[0] as SampledPerson
})
afterAll(() => site.close())

const die = (memberId: number) =>
  site.deps.database.pool.query('update members set died_at = $2 where id = $1', [
    memberId,
    site.deps.now(),
  ])
const merge = async (memberId: number): Promise<number> => {
  const { id } = await site.member({ lastName: 'Wren' })
  await site.deps.database.pool.query(
    `update members set merged_into = $2, seal_id = coalesce(seal_id, user_id), user_id = null,
        email = null, nhs_number = null, nhs_number_index = null, is_active = false where id = $1`,
    [memberId, id],
  )
  return id
}

test('the page of a result says that its member has died', async () => {
  const result = await importOne(site, reviews, person)
  expect(result.person).toMatchObject({ died_at: null, is_merged: false, is_erased: false })
  await die(person.memberId)
  const opened = await openResult(site, result.id, reviews.clinician)
  expect(opened.person.died_at).toBe(site.deps.now().toISOString())
})

test('of a merged record it says so, with what is known of the one that was kept', async () => {
  const result = await importOne(site, reviews, person)
  const keptId = await merge(person.memberId)
  await die(keptId)
  const opened = await openResult(site, result.id, reviews.clinician)
  expect(opened.person).toMatchObject({
    is_merged: true,
    died_at: site.deps.now().toISOString(),
  })
  const { db } = site.deps.database
  const kept = await findPersonState(db, { memberId: keptId, now: site.deps.now() })
  expect(kept).toMatchObject({ is_merged: false, died_at: site.deps.now().toISOString() })
})

test('the list of letters says it of each letter', async () => {
  await site.deps.database.pool.query(
    `update members set contact_by = 'post', address_lines = '{3 Mill Lane}', postcode = 'CO8 5AA'
      where id = $1`,
    [person.memberId],
  )
  await releaseOne(site, reviews, { person, band: 'Green' })
  await sendNotices(site.deps, (error) => {
    throw error
  })
  await die(person.memberId)
  const url = '/api/office/letters'
  const { body } = await site.ask('GET', url, { as: reviews.clinician })
  const letter = body.data.find(
    ({ member_id: id }: { member_id: number }) => id === person.memberId,
  )
  expect(letter.person.died_at).toBe(site.deps.now().toISOString())
  // As the pages to hand it over, print it again, and record that it came back.
  const one = await site.ask('GET', `${url}/${letter.id}`, { as: reviews.clinician })
  expect(one.body).toMatchObject({
    letter_id: letter.id,
    member_id: person.memberId,
    date_of_birth: person.dateOfBirth,
    person: letter.person,
  })
  const { rows } = await site.deps.database.pool.query(
    `select count(*)::int as n from access_log where member_id = $1 and what = 'member'`,
    [person.memberId],
  )
  // Of the list, and of the letter's own page.
  expect(rows[0].n).toBe(2)
  const venue = await site.staff(['venue'])
  expect((await site.ask('GET', `${url}/${letter.id}`, { as: venue })).status).toBe(403)
})

test.each([
  ['whether the member understands the test', 'capacity'],
  ['their consents', 'consents'],
])('the page of %s says it too', async (_, page) => {
  await die(person.memberId)
  const as = await site.staff(['office'])
  const { body } = await site.ask('GET', `/api/office/members/${person.memberId}/${page}`, { as })
  expect(body.person.died_at).toBe(site.deps.now().toISOString())
})

test('the row at the door says that the member is recorded as having died', async () => {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  const day = await sampledEvent(site, 2)
  const [dead] = day.people
  await die(dead?.id ?? 0)
  const url = `/api/office/days/${day.event.event_id}`
  const { body } = await site.ask('GET', url, { as: day.venue })
  const died = body.people.map(({ has_died: hasDied }: { has_died?: boolean }) => hasDied ?? false)
  expect(died).toEqual([true, false])
})

test('the row at the door says that a record is merged or erased, or that no contact is wished', async () => {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  const day = await sampledEvent(site, 4)
  const [merged, erased, silent] = day.people
  await merge(merged?.id ?? 0)
  const set = (change: string, id = 0) =>
    site.deps.database.pool.query(`update members set ${change} where id = $1`, [id])
  await set('erased_at = now()', erased?.id)
  await set("wants_contact = 'none'", silent?.id)
  const url = `/api/office/days/${day.event.event_id}`
  const { body } = await site.ask('GET', url, { as: day.venue })
  type Row = { is_merged?: boolean; is_erased?: boolean; wants_no_contact?: boolean }
  const flags = body.people.map((row: Row) => [
    row.is_merged ?? false,
    row.is_erased ?? false,
    row.wants_no_contact ?? false,
  ])
  expect(flags).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [false, false, false],
  ])
})

test('no state is asked of nobody', async () => {
  const { db } = site.deps.database
  expect(await findPersonState(db, { memberId: 999_999_999, now: site.deps.now() })).toBeNull()
})
