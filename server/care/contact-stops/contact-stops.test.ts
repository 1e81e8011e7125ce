import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinician, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { openKinds } from '../../../test/care-loops/loop-invariants.queries.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let opened: Awaited<ReturnType<typeof openReviews>>
let clinician: Clinician
let clerk: Clinician
let colleague: Clinician
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  opened = await openReviews(site, { people: [{ lastName: 'Teal' }], at: MONDAY })
  ;({ clinician } = opened)
  person = opened.people[0] as SampledPerson
  clerk = await site.staff(['office'])
  colleague = await site.staff(['office'])
  // A mail of the booking that still waits would be stopped too.
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
})
afterAll(() => site.close())

const rows = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const url = (more = '') => `/api/office/members/${person.memberId}/contact-stops${more}`
const read = (as = clerk) => site.ask('GET', url(), { as })
const versionOf = async () => (await read()).body.version
const stop = async (kind: string, as = clerk, more: object = {}) =>
  site.ask('POST', url(), {
    as,
    body: { kind, told_by: 'His daughter, by telephone', version: await versionOf(), ...more },
  })
const revoke = (id: number, as = colleague, restart: number[] = []) =>
  site.ask('POST', url(`/${id}/revocation`), { as, body: { reason: 'A namesake', restart } })
const open = () => openKinds(site.deps.database.pool, person.memberId)
const account = async () => {
  const [row] = await rows('select user_id, email from members where id = $1', person.memberId)
  return { cookie: await site.signIn(row.user_id, row.email) }
}

describe('a member has died', () => {
  test('is recorded once, with who told us, by office or clinician, and audited', async () => {
    const { status, body } = await stop('died', clinician, {
      died_on: '2027-01-30',
      kin: 'Ann Teal',
    })
    expect([status, body.died_at]).toEqual([200, MONDAY.toISOString()])
    expect(body.stops).toMatchObject([
      { kind: 'died', told_by: 'His daughter, by telephone', kin: 'Ann Teal', revoked: null },
    ])
    expect((await stop('died')).body.code).toBe('has_died')
    expect(
      await rows(
        `select action, details->'after' as after from audit_log where member_id = $1
          and action = 'recorded as died'`,
        person.memberId,
      ),
    ).toEqual([{ action: 'recorded as died', after: { died: true, wantsContact: 'all' } }])
    const sealed = await rows('select sealed from contact_stops')
    expect(sealed.every((row) => !row.sealed.includes('daughter'))).toBe(true)
  })

  test('a result in review and one not read go to the list of the dead, and no other task stays', async () => {
    await importOne(site, opened, person)
    expect(await open()).toEqual(['result_to_review'])
    await stop('died')
    expect(await open()).toEqual(['result_of_the_dead'])
  })

  test('a result that arrives afterwards goes there too', async () => {
    await stop('died')
    expect(await open()).toEqual([])
    await importOne(site, opened, person)
    expect(await open()).toEqual(['result_of_the_dead'])
  })

  test('what was to be sent stops: the notice of a released result and the letter', async () => {
    await releaseOne(site, opened, { person, band: 'Amber', retest_months: 3 })
    await rows(
      `insert into result_letters (result_id, member_id, recipient, waiting_since)
         select id, member_id, 'member', now() from results where member_id = $1`,
      person.memberId,
    )
    const preview = await site.ask('GET', url('/preview?kind=died'), { as: clinician })
    expect(preview.body.stops).toEqual(
      expect.arrayContaining([
        { kind: 'letter', count: 1 },
        { kind: 'notice of a result', count: 1 },
        { kind: 'task', count: 2 },
      ]),
    )
    expect(await open()).toEqual(['released_to_read', 'repeat_test'])
    await stop('died')
    expect(
      await rows('select state from result_letters where member_id = $1', person.memberId),
    ).toEqual([{ state: 'stopped' }])
    expect(await open()).toEqual(['result_of_the_dead'])
  })

  test('the office learns from the preview neither tasks of clinicians nor letters', async () => {
    await releaseOne(site, opened, { person, band: 'Red' })
    const { body } = await site.ask('GET', url('/preview?kind=died'), { as: clerk })
    expect(body.stops).toEqual([{ kind: 'notice of a result', count: 1 }])
    await stop('died')
    const [{ stopped }] = (await read()).body.stops
    expect(stopped.map((one: { kind: string }) => one.kind)).toEqual(['notice of a result'])
  })

  test('a coming appointment is cancelled without a message, and links end', async () => {
    const event = await site.event({
      startsAt: new Date('2027-03-10T09:00:00Z'),
      endsAt: new Date('2027-03-10T11:00:00Z'),
    })
    await site.consent({ id: person.memberId }, event)
    const as = await account()
    const body = { eventId: event.event_id, appointmentStartTime: '09:20' }
    expect((await site.ask('POST', '/api/appointments', { as, body })).status).toBe(201)
    await stop('died')
    expect(
      await rows('select status from appointments where event_id = $1', event.event_id),
    ).toEqual([{ status: 'cancelled' }])
    expect((await site.ask('GET', '/api/medical/consents', { as })).status).toBe(401)
    const mails = site.mails.filter(({ subject }) => subject.includes('cancelled'))
    expect(mails).toEqual([])
  })

  test('closing a task with it records it', async () => {
    await importOne(site, opened, person)
    const [{ id }] = await rows(
      'select id from care_loops where member_id = $1 and closed_at is null',
      person.memberId,
    )
    const closed = await site.ask('POST', `/api/office/loops/${id}/close`, {
      as: clinician,
      body: { reason: 'died', note: 'His wife rang' },
    })
    expect([closed.status, closed.body]).toEqual([204, null])
    expect((await read()).body.stops).toMatchObject([{ kind: 'died', note: 'His wife rang' }])
  })
})

describe('a mistake', () => {
  test('is revoked by a second person only, once, and what was ticked starts again', async () => {
    await releaseOne(site, opened, { person, band: 'Amber', retest_months: 3 })
    await stop('died')
    const [{ id }] = (await read()).body.stops
    expect((await revoke(id, clerk)).body.code).toBe('same_person')
    const [{ stopped }] = (await read(clinician)).body.stops
    const places = (kind: string, text: string) =>
      stopped
        .filter((one: { kind: string; text: string }) => one.kind === kind && one.text === text)
        .map(({ place }: { place: number }) => place)
    const ticked = places('task', 'released_to_read')
    expect((await revoke(id, clinician, [999])).body.code).toBe('invalid_request')
    const revoked = await revoke(id, clinician, ticked)
    expect([revoked.status, revoked.body.died_at]).toEqual([200, null])
    expect(await open()).toEqual(['released_to_read'])
    expect((await revoke(id, clinician)).body.code).toBe('stop_revoked')
    expect((await site.ask('GET', '/api/medical/consents', { as: await account() })).status).toBe(
      200,
    )
  })

  test('revoked by the office, the tasks that it may not see start again by themselves', async () => {
    await releaseOne(site, opened, { person, band: 'Amber', retest_months: 3 })
    await stop('died')
    const [{ id }] = (await read()).body.stops
    expect((await revoke(id)).status).toBe(200)
    expect(await open()).toEqual(['released_to_read', 'repeat_test'])
    expect(
      await rows(
        `select 1 from unannounced_results u join results r on r.id = u.result_id
          where r.member_id = $1`,
        person.memberId,
      ),
    ).toEqual([])
  })

  test('a result that arrived meanwhile is reviewed after all', async () => {
    await stop('died')
    const result = await importOne(site, opened, person)
    const [{ id }] = (await read()).body.stops
    await revoke(id)
    expect(await open()).toEqual(['result_to_review'])
    await pressOn(site, { result, path: 'review', as: clinician, body: { band: 'Green' } })
    expect(await open()).toEqual(['review_to_release'])
  })
})

describe('less contact', () => {
  test('only results: recall and repeats end, the result reaches the member', async () => {
    await releaseOne(site, opened, { person, band: 'Amber', retest_months: 3 })
    const { body } = await stop('results_only', clerk, { note: 'Moved to Spain' })
    expect(body.wants_contact).toBe('results')
    expect(await open()).toEqual(['released_to_read'])
    expect(
      await rows(
        `select 1 from unannounced_results u join results r on r.id = u.result_id
          where r.member_id = $1`,
        person.memberId,
      ),
    ).toHaveLength(1)
  })

  test('no contact waits for a coming appointment, and a revocation restores what stood before', async () => {
    await stop('results_only')
    const { body } = await stop('no_contact')
    expect(body.wants_contact).toBe('none')
    expect((await revoke(body.stops[0].id)).body.wants_contact).toBe('results')
    expect((await stop('results_only')).body.code).toBe('stop_stands')
  })
})

test('an act that fails on its way stops nothing', async () => {
  await importOne(site, opened, person)
  const { version } = (await read()).body
  await site.ownerPool.query(
    `create function fail_once() returns trigger language plpgsql as $$
       begin raise exception 'killed'; end $$;
     create trigger fail_once before insert on contact_stops
       for each row execute function fail_once()`,
  )
  const body = { kind: 'died', told_by: 'a neighbour', version }
  const failed = await site.ask('POST', url(), { as: clerk, body })
  expect(failed.status).toBe(500)
  expect(await open()).toEqual(['result_to_review'])
  expect((await read()).body).toMatchObject({ died_at: null, version, stops: [] })
  await site.ownerPool.query('drop function fail_once cascade')
  expect((await site.ask('POST', url(), { as: clerk, body })).status).toBe(200)
  expect(await open()).toEqual(['result_of_the_dead'])
})
