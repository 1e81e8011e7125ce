import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import type { Band } from '../../../domain/results.ts'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, readOwnResults, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { openKinds } from '../../../test/care-loops/loop-invariants.queries.ts'
import { queryReal } from '../../../test/care-loops/real-rows.ts'
import { sendNotices } from '../reminders/send-notices.ts'
import { chaseLoops } from './chase-loops.ts'

/** A Monday after the event. */
const MONDAY = new Date('2027-02-01T09:00:00Z')
const BY_POST = { contact_by: 'post', address_lines: ['1 Mill Lane'], postcode: 'CO8 5AA' }
const WITHOUT_ADDRESS = { address_lines: [], postcode: null }
const WITHOUT_ACCOUNT = { user_id: null, contact_by: 'email', phone: '' }

let site: TestApp
let reviews: Awaited<ReturnType<typeof openReviews>>
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await query(`update result_letters set state = 'stopped', batch_id = null
    where state in ('waiting', 'printed')`)
  reviews = await openReviews(site, { people: [{ lastName: 'Teal' }], at: MONDAY })
  person = reviews.people[0] as SampledPerson
  await setMember(BY_POST)
})

const query = async (text: string, ...values: unknown[]) =>
  (await queryReal(site.deps.database.pool, text, values)).rows
async function setMember(changed: object): Promise<void> {
  // A record without an account has a key of its own.
  const columns = 'user_id' in changed ? { ...changed, seal_id: randomUUID() } : changed
  const changes = Object.keys(columns).map((column, n) => `${column} = $${n + 2}`)
  const text = `update members set ${changes.join(', ')} where id = $1`
  await query(text, person.memberId, ...Object.values(columns))
}
const onError = (error: Error) => {
  throw error
}
async function released(band: Band): Promise<void> {
  await releaseOne(site, reviews, { person, band })
  await sendNotices(site.deps, onError)
}
async function roundAfter(days: number): Promise<void> {
  site.moveTo(new Date(MONDAY.getTime() + days * DAY_MS))
  await chaseLoops(site.deps, onError)
}
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  site.ask(method, `/api/office/${path}`, { as: reviews.clinician, ...(body && { body }) })
/** Makes, prints and posts a batch; the id of the member's letter. */
async function post(body: object = {}): Promise<number> {
  reviews.clinician = await site.staff(['clinician'])
  const made = await ask('POST', 'letter-batches', body)
  expect(made.body.letters).toBe(1)
  const url = `letter-batches/${made.body.id}`
  await site.app.inject({
    method: 'POST',
    url: `/api/office/${url}/letters`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: reviews.clinician.cookie },
  })
  for (const step of ['printed', 'posted'])
    expect((await ask('PUT', url, { step, count: 1 })).status).toBe(200)
  const [letter] = await query('select id from result_letters where batch_id = $1', made.body.id)
  return Number(letter.id)
}
async function comesBack(letter: number): Promise<void> {
  const on = site.deps.now().toISOString().slice(0, 10)
  const body = { reason: 'gone away', on }
  expect((await ask('PUT', `letters/${letter}/return`, body)).status).toBe(200)
}
const open = () => openKinds(site.deps.database.pool, person.memberId)
async function unread(kind = 'released_to_read') {
  const [loop] = await query(
    `select id::int as id, is_to_ring, due_at from care_loops
      where member_id = $1 and kind = $2 and closed_at is null`,
    person.memberId,
    kind,
  )
  return loop
}
async function close(kind: string, reason: string, note = '') {
  reviews.clinician = await site.staff(['clinician'])
  const { id } = await unread(kind)
  return ask('POST', `loops/${id}/close`, { reason, note })
}

describe('a result that was posted', () => {
  test('is read when it is green', async () => {
    await released('Green')
    await post()
    expect(await open()).not.toContain('released_to_read')
  })

  test.each<Band>(['Amber', 'Red'])(
    'stays open when it is %s, and a person rings when the letter has arrived',
    async (band) => {
      await released(band)
      await setMember({ phone: '01531 632000' })
      await roundAfter(1)
      await post()
      expect(await open()).toContain('released_to_read')
      // Posted on Tuesday: four working days later.
      expect((await unread()).due_at).toEqual(new Date('2027-02-08T17:00:00Z'))
      await roundAfter(6)
      expect((await unread()).is_to_ring).toBe(band === 'Red')
      await roundAfter(7.5)
      expect((await unread()).is_to_ring).toBe(true)
      expect((await close('released_to_read', 'told_by_letter')).status).toBe(400)
      expect((await close('released_to_read', 'told_by_telephone')).status).toBe(204)
      expect(await open()).not.toContain('released_to_read')
    },
  )

  test('is closed by the member who signs in', async () => {
    await released('Red')
    await post()
    await readOwnResults(site, person.memberId)
    expect(await open()).not.toContain('released_to_read')
  })

  test('is amber also when no round has read it before the post', async () => {
    await released('Amber')
    await site.deps.database.pool.query(
      `update care_loops set due_at = null, seal_id = null, sealed = null where member_id = $1
        and kind = 'released_to_read'`,
      [person.memberId],
    )
    await post()
    expect(await open()).toContain('released_to_read')
  })

  test('asks for a call at once when the letter comes back, and again after a second letter', async () => {
    await released('Amber')
    await setMember({ phone: '01531 632000' })
    const letter = await post()
    expect((await unread()).is_to_ring).toBe(false)
    await comesBack(letter)
    expect((await unread()).is_to_ring).toBe(true)
    await setMember({ address_lines: ['2 Mill Lane'] })
    await post({ letters: [letter], reason: 'A new address' })
    expect(await open()).toContain('released_to_read')
    expect((await unread()).is_to_ring).toBe(true)
  })
})

describe('a red result that would go by post alone', () => {
  test('asks for a call at its release', async () => {
    await released('Red')
    expect((await unread()).is_to_ring).toBe(true)
  })

  test('asks for none where a message tells the member to sign in', async () => {
    await setMember({ contact_by: 'email' })
    await released('Red')
    expect((await unread()).is_to_ring).toBe(false)
  })

  test('asks for none when the member was rung before the release', async () => {
    const result = await importOne(site, reviews, person)
    const body = { band: 'Red', retest_months: null, ring_first: true }
    const reviewed = await pressOn(site, { result, path: 'review', as: reviews.clinician, body })
    const second = await pressOn(site, {
      result: reviewed,
      path: 'second-review',
      as: reviews.other,
      body,
    })
    const rung = await pressOn(site, {
      result: second,
      path: 'call',
      as: reviews.clinician,
      body: { reached: true, note: 'Told' },
    })
    await pressOn(site, { result: rung, path: 'release', as: reviews.clinician })
    expect((await unread()).is_to_ring).toBe(false)
  })
})

describe('a released result that nothing brings to its member', () => {
  test.each<[string, object]>([
    ['has neither account, address nor telephone', { ...WITHOUT_ACCOUNT, ...WITHOUT_ADDRESS }],
    ['asked for post and has no full address', { ...WITHOUT_ADDRESS, is_active: false }],
    ['wants no contact', { wants_contact: 'none' }],
  ])('is a clinician’s task when the member %s', async (_, columns) => {
    await setMember(columns)
    await released('Amber')
    expect(await open()).toContain('no_way_to_tell')
    expect((await close('no_way_to_tell', 'told_in_person', 'At the office')).status).toBe(204)
    expect(await open()).not.toContain('released_to_read')
  })

  test('is no task once a way was entered', async () => {
    await setMember({ ...WITHOUT_ACCOUNT, ...WITHOUT_ADDRESS })
    await released('Green')
    await roundAfter(1)
    expect(await open()).toContain('no_way_to_tell')
    await setMember(BY_POST)
    await roundAfter(1)
    expect(await open()).not.toContain('no_way_to_tell')
  })

  test('is a task when the only letter comes back, until there is another address', async () => {
    await setMember({ phone: '' })
    await released('Green')
    await comesBack(await post())
    await roundAfter(1)
    expect(await open()).toContain('no_way_to_tell')
    await setMember({ address_lines: ['2 Mill Lane'] })
    await roundAfter(1)
    expect(await open()).not.toContain('no_way_to_tell')
  })

  test('is a call at once where the member asked for one', async () => {
    await setMember({
      ...WITHOUT_ACCOUNT,
      ...WITHOUT_ADDRESS,
      contact_by: 'telephone',
      phone: '01531 632000',
    })
    await released('Green')
    expect(await open()).not.toContain('no_way_to_tell')
    expect((await unread()).is_to_ring).toBe(true)
  })

  test('is no such task when the member has died', async () => {
    await setMember({ ...WITHOUT_ACCOUNT, ...WITHOUT_ADDRESS, died_at: MONDAY })
    await expect(released('Green')).rejects.toThrow('result_held')
    expect(await open()).not.toContain('no_way_to_tell')
  })
})
