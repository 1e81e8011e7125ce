import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import type { OpenedResult } from '../../../domain/office/lab-result-schemas.ts'
import type { Band } from '../../../domain/results.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { confirmedPhone } from '../../../test/app/confirmed-phone.ts'
import { type Clinician, openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, readOwnResults, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'
import {
  closedKinds,
  lostPeople,
  openKinds,
} from '../../../test/care-loops/loop-invariants.queries.ts'
import { queryReal } from '../../../test/care-loops/real-rows.ts'
import { chaseLoops } from './chase-loops.ts'

/** A Monday after the event. */
const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let opened: Awaited<ReturnType<typeof openReviews>>
let clinician: Clinician
let other: Clinician
let person: SampledPerson
let phone = 7_700_900_100
beforeAll(async () => {
  site = await openTestApp({ settings: { sendsSms: true } })
})
beforeEach(async () => {
  phone += 1
  opened = await openReviews(site, {
    people: [{ lastName: 'Carter', ...confirmedPhone(`0${phone}`) }],
    at: MONDAY,
  })
  ;({ clinician, other } = opened)
  person = opened.people[0] as SampledPerson
})
afterAll(() => site.close())

const pool = () => site.deps.database.pool
const open = () => openKinds(pool(), person.memberId)
const closed = () => closedKinds(pool(), person.memberId)
const smses = () => site.smses.filter((sms) => sms.phone === `+44${phone}`)
const lost = () => lostPeople(pool(), site.deps.now())

/** A round at this many days after the Monday. */
async function roundAfter(days: number): Promise<void> {
  site.moveTo(new Date(MONDAY.getTime() + days * DAY_MS))
  const faults: Error[] = []
  await chaseLoops(site.deps, (error) => faults.push(error))
  expect(faults).toEqual([])
}

const imported = (written: Record<string, string> = {}) => importOne(site, opened, person, written)
const press = (path: string, result: OpenedResult, body: object, as = clinician) =>
  pressOn(site, { result, path, as, body })
const released = (band: Band, retest_months: number | null = null) =>
  releaseOne(site, opened, { person, band, retest_months })

async function record(type: string, more: object = {}, appointmentId = person.appointmentId) {
  const as = await site.staff(['office'])
  const at = site.deps.now().toISOString()
  const action = { id: randomUUID(), device: 'desk', sequence: 1, at, type, ...more }
  const actions = [{ ...action, appointment_id: appointmentId }]
  const url = `/api/office/days/${opened.event.event_id}/actions`
  const { body } = await site.ask('POST', url, { as, body: { actions } })
  expect(body.results[0].status).not.toBe('refused')
}

const readAsMember = () => readOwnResults(site, person.memberId)

describe('events open and close loops', () => {
  test('from the sample to the day a green result is read', async () => {
    expect(await open()).toEqual(['sample_to_lab'])
    const result = await imported()
    expect(await open()).toEqual(['result_to_review'])
    const ready = await press('review', result, { band: 'Green', retest_months: 12 })
    expect(await open()).toEqual(['review_to_release'])
    await press('release', ready, {})
    expect(await open()).toEqual(['released_to_read', 'recall'])
    expect(await lost()).toEqual([])
    await readAsMember()
    expect(await open()).toEqual(['recall'])
    expect(await lost()).toEqual([])
  })

  test('of a red result: another clinician the same day, then the GP', async () => {
    const result = await imported()
    const second = await press('review', result, { band: 'Red' })
    const { rows } = await queryReal(
      pool(),
      'select due_at from care_loops where lab_result_id = $1 and closed_at is null',
      [result.id],
    )
    expect(rows).toEqual([{ due_at: new Date('2027-02-02T00:00:00Z') }])
    expect(await open()).toEqual(['second_review'])
    const back = await press('second-review', second, { band: 'Amber' }, other)
    expect(await open()).toEqual(['result_to_review'])
    const again = await press('review', back, { band: 'Red' })
    const ready = await press('second-review', again, { band: 'Red' }, other)
    await press('release', ready, {})
    expect(await open()).toEqual(['released_to_read', 'gp_told'])
    expect(await lost()).toEqual([])
  })

  test('of an amber result: a repeat, which the next sample answers and its undoing does not', async () => {
    await released('Amber', 3)
    await readAsMember()
    expect(await open()).toEqual(['repeat_test'])
    site.moveTo(new Date('2027-04-20T09:00:00Z'))
    const next = await site.event({
      startsAt: new Date('2027-05-10T09:00:00Z'),
      endsAt: new Date('2027-05-10T11:00:00Z'),
    })
    await site.consent({ id: person.memberId }, next)
    const { rows } = await pool().query('select user_id, email from members where id = $1', [
      person.memberId,
    ])
    const as = { cookie: await site.signIn(rows[0].user_id, rows[0].email) }
    const body = { eventId: next.event_id, appointmentStartTime: '10:20' }
    const { body: booked } = await site.ask('POST', '/api/appointments', { as, body })
    const { appointment_id: id } = booked.appointment
    site.moveTo(new Date('2027-05-10T09:30:00Z'))
    opened.event = next
    await record('sample', { tube: newTube('NX') }, id)
    expect(await open()).toEqual(['sample_to_lab'])
    await record('undo', { reason: 'A slip.' }, id)
    expect(await open()).toEqual(['repeat_test'])
  })

  test('a correction closes what the replaced result asked for', async () => {
    await released('Red')
    const corrected = await imported({ Result: '0.9', Status: 'C' })
    expect(await open()).toEqual(['released_to_read', 'gp_told', 'result_to_review'])
    // Whatever was ever red is decided by two.
    const green = { band: 'Green' }
    const reviewed = await press('review', corrected, green)
    const second = await press('second-review', reviewed, green, other)
    // A call comes before the release of what replaces a red result.
    await press('release', await press('call', second, { note: 'Told' }), {})
    expect(await open()).toEqual(['released_to_read'])
    expect(await closed()).toEqual(
      expect.arrayContaining(['gp_told: replaced', 'released_to_read: replaced']),
    )
    expect(await lost()).toEqual([])
  })

  test('a result that is taken back is waited for again', async () => {
    const result = await imported()
    await press('take-back', result, { note: 'Not his tube' })
    expect(await open()).toEqual(['lab_to_result'])
    expect(await lost()).toEqual([])
  })

  test('a press that a tablet sends weeks late closes no repeat of the same sample', async () => {
    await released('Amber')
    await readAsMember()
    await record('sample', { tube: newTube('NX') })
    expect(await open()).toEqual(['repeat_test', 'two_tubes', 'sample_undone'])
  })

  test('a sample that was none is waited for by nobody', async () => {
    await record('undo', { reason: 'A slip.' })
    expect(await open()).toEqual(['booked_to_attended'])
    await record('not_sampled', { reason: 'unwell' })
    expect(await open()).toEqual(['not_sampled'])
    expect(await lost()).toEqual([])
  })
})

describe('a round', () => {
  test('chases an unread red result by SMS, telephone and letter, each once', async () => {
    await released('Red')
    await roundAfter(2.9)
    expect(smses()).toEqual([])
    await roundAfter(3)
    await roundAfter(3)
    await expect.poll(() => smses().length).toBe(1)
    expect(smses()[0]?.text).not.toMatch(/\bred\b|PSA/i)
    const loop = async () =>
      (
        await pool().query(
          `select is_to_ring, (select count(*)::int from result_letters w
             where w.result_id = c.result_id and w.recipient = 'member') as letters
           from care_loops c where member_id = $1 and kind = 'released_to_read'`,
          [person.memberId],
        )
      ).rows[0]
    expect(await loop()).toEqual({ is_to_ring: false, letters: 0 })
    await roundAfter(7)
    expect(await loop()).toEqual({ is_to_ring: true, letters: 0 })
    await roundAfter(10)
    await roundAfter(11)
    expect(await loop()).toEqual({ is_to_ring: true, letters: 1 })
    expect(smses()).toHaveLength(1)
    expect(await lost()).toEqual([])
  })

  test('after a month without rounds sends nothing and asks a person to ring', async () => {
    await released('Amber')
    await roundAfter(40)
    const { rows } = await pool().query(
      `select s.action, s.outcome, c.is_to_ring from care_loop_steps s
         join care_loops c on c.id = s.loop_id where c.member_id = $1 order by s.id`,
      [person.memberId],
    )
    expect(rows).toEqual([
      { action: 'sms', outcome: 'late', is_to_ring: true },
      { action: 'telephone', outcome: 'done', is_to_ring: true },
      { action: 'letter', outcome: 'late', is_to_ring: true },
    ])
    expect(smses()).toEqual([])
  })

  test('asks the clinicians about a sample that no laboratory has received for a day', async () => {
    site.moveTo(new Date(`${person.date}T11:50:00Z`))
    await roundAfter(-3)
    const { rows } = await pool().query(
      'select kind, owner, escalated_to from care_loops where member_id = $1',
      [person.memberId],
    )
    expect(rows).toEqual([{ kind: 'sample_to_lab', owner: 'office', escalated_to: 'clinician' }])
  })

  test('finds who booked and of whom nobody says what came of it', async () => {
    const event = await site.event({
      startsAt: new Date('2027-02-03T10:00:00Z'),
      endsAt: new Date('2027-02-03T12:00:00Z'),
    })
    const member = await site.member()
    await site.consent(member, event)
    const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
    expect((await site.ask('POST', '/api/appointments', { as: member, body })).status).toBe(201)
    await roundAfter(1)
    expect(await openKinds(pool(), member.id)).toEqual([])
    await roundAfter(3)
    await roundAfter(3)
    expect(await openKinds(pool(), member.id)).toEqual(['booked_to_attended'])
    const as = await site.staff(['office'])
    const closing = await closeDay(site, event.event_id, as)
    expect(closing.body).toEqual({ did_not_attend: 1 })
    expect(await closedKinds(pool(), member.id)).toEqual(['booked_to_attended: did_not_attend'])
    expect(await lost()).toEqual([])
  })
})

test('a lost sample is repeated though a result of the same number is to be repeated too', async () => {
  const pair = await openReviews(site, {
    people: [{ lastName: 'Lost' }, { lastName: 'Amber' }],
    at: MONDAY,
  })
  const [without, amber] = pair.people as [SampledPerson, SampledPerson]
  await site.ownerPool.query(`select setval(pg_get_serial_sequence('results', 'id'), $1, false)`, [
    without.appointmentId,
  ])
  await releaseOne(site, pair, { person: amber, band: 'Amber' })
  const { rows } = await pool().query<{ id: number }>(
    'select id::int as id from care_loops where appointment_id = $1 and closed_at is null',
    [without.appointmentId],
  )
  const { status } = await site.ask('POST', `/api/office/loops/${rows[0]?.id}/close`, {
    as: await site.staff(['office']),
    body: { reason: 'sample_lost', note: 'The courier lost the box' },
  })
  expect(status).toBe(204)
  expect(await openKinds(pool(), without.memberId)).toEqual(['repeat_test'])
  expect(await openKinds(pool(), amber.memberId)).toEqual(['released_to_read', 'repeat_test'])
})

test.each([
  ['unread', ['released_to_read', 'repeat_test']],
  ['read', ['repeat_test']],
])(
  'a letter that comes back when the result is %s leaves open what is to do',
  async (what, kinds) => {
    const address = { addressLines: ['1 Mill Lane'], town: 'Bures', postcode: 'CO8 5AA' }
    const posted = await openReviews(site, {
      people: [{ lastName: 'Moved', contactBy: 'post', ...address }],
      at: MONDAY,
    })
    const [moved] = posted.people as [SampledPerson]
    await releaseOne(site, posted, { person: moved, band: 'Amber' })
    await roundAfter(11)
    const as = await site.staff(['clinician'])
    const made = await site.ask('POST', '/api/office/letter-batches', { as, body: {} })
    const url = `/api/office/letter-batches/${made.body.id}`
    const headers = { 'sec-fetch-site': 'same-origin', cookie: as.cookie }
    await site.app.inject({ method: 'POST', url: `${url}/letters`, headers })
    for (const step of ['printed', 'posted'])
      await site.ask('PUT', url, { as, body: { step, count: made.body.letters } })
    // Posted is not read: amber stays open.
    expect(await openKinds(pool(), moved.memberId)).toEqual(['released_to_read', 'repeat_test'])
    if (what === 'read') await readOwnResults(site, moved.memberId)
    const { rows } = await pool().query<{ id: number }>(
      'select id::int as id from result_letters where member_id = $1',
      [moved.memberId],
    )
    const body = { reason: 'gone away', on: '2027-02-12' }
    const back = await site.ask('PUT', `/api/office/letters/${rows[0]?.id}/return`, { as, body })
    expect(back.status).toBe(200)
    expect((await openKinds(pool(), moved.memberId)).toSorted()).toEqual(kinds)
  },
)
