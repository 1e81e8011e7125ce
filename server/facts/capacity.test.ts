import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Day, DayAction } from '../../domain/office/day-schemas.ts'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../test/app/bookings.ts'
import { consentFormFor } from '../../test/app/consent-form.ts'
import { exampleEvent } from '../../test/app/example-event.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { pressOf, walkIn } from '../../test/app/walk-ins.ts'
import { openKinds } from '../../test/care-loops/loop-invariants.queries.ts'
import { openConsent } from '../bookings/consent/sealed-consent.ts'

const START = new Date('2027-01-12T09:00:00Z')
const WORDS = 'Could not say what the blood is for; the carer answered'
type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let event: Awaited<ReturnType<TestApp['event']>>
let memberId: number
let appointmentId: number
let venue: Person
let clinician: Person
let clerk: Person
let tube = 0
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event()
  const [member] = await consentingMembers(site, 1, [event])
  if (!member) throw new Error('there is no member')
  memberId = member.id
  appointmentId = await bookedId(site, member, event, '10:00')
  site.moveTo(ukInstant(event.event_date, '10:00'))
  venue = await site.staff(['venue'], { eventIds: [event.event_id] })
  clinician = await site.staff(['clinician'])
  clerk = await site.staff(['office'])
  tube += 2
})
afterAll(() => site.close())

const rows = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const press = (type: DayAction['type'], more: object = {}) =>
  pressOf(type, site.deps.now(), { appointment_id: appointmentId, ...more })
const url = () => `/api/office/days/${event.event_id}`
const send = async (...actions: object[]) => {
  const { status, body } = await site.ask('POST', `${url()}/actions`, {
    as: venue,
    body: { actions },
  })
  expect(status).toBe(200)
  return body.results.map((one: { status: string; code: string | null }) => [one.status, one.code])
}
const day = async (): Promise<Day> => (await site.ask('GET', url(), { as: venue })).body
const isStopped = async () =>
  (await day()).people.find((one) => one.appointment_id === appointmentId)?.is_capacity_doubted
const open = (id = memberId) => openKinds(site.deps.database.pool, id)
const capacity = (as = clinician, id = memberId) =>
  site.ask('GET', `/api/office/members/${id}/capacity`, { as })
const decide = async (body: object, as = clinician) => {
  const doubt = (await capacity()).body.open_doubt
  return site.ask('POST', `/api/office/members/${memberId}/capacity/decisions`, {
    as,
    body: { doubt, words: 'Spoke with them for ten minutes', ...body },
  })
}
const sample = () => press('sample', { tube: tubeCodeOf(tube) })

describe('a doubt at the door', () => {
  test('stops the sample on every tablet, leaves the booking, and a clinician has a task', async () => {
    expect(await send(press('doubt', { note: WORDS }))).toEqual([['applied', null]])
    expect(await isStopped()).toBe(true)
    expect(await open()).toEqual(['capacity_doubt'])
    expect(await rows('select status from appointments where id = $1', appointmentId)).toEqual([
      { status: 'booked' },
    ])
    const { body } = await capacity()
    expect(body).toMatchObject({ stop: 'doubted', entries: [{ kind: 'doubt', by: venue.name }] })
    expect(body.entries[0].words).toBe(WORDS)
  })

  test('is stored once and sealed, and without words it is none', async () => {
    const doubt = press('doubt', { note: WORDS })
    expect(await send(doubt, doubt)).toEqual([
      ['applied', null],
      ['repeated', null],
    ])
    const stored = await rows('select * from capacity_entries where member_id = $1', memberId)
    expect(stored).toHaveLength(1)
    expect(stored[0].sealed.includes('carer')).toBe(false)
    expect(
      await rows('select note, reason from attendance_actions where action_id = $1', doubt.id),
    ).toEqual([{ note: null, reason: null }])
    expect(await send(press('doubt'))).toEqual([['refused', 'reason_needed']])
  })

  test('a sample that comes anyway is kept, flagged, and a task of its own until it is undone', async () => {
    const taken = sample()
    expect(await send(press('doubt', { note: WORDS }), taken)).toEqual([
      ['applied', null],
      ['flagged', 'sampled_in_doubt'],
    ])
    expect(await open()).toEqual(
      expect.arrayContaining(['capacity_doubt', 'sampled_in_doubt', 'sample_to_lab']),
    )
    await decide({ decision: 'has_capacity' })
    expect(await open()).toContain('sampled_in_doubt')
    await send(press('undo', { undoes: taken.id, reason: 'The tube was destroyed' }))
    expect(await open()).not.toContain('sampled_in_doubt')
  })

  test('that arrives after the sample opens both tasks', async () => {
    await send(sample())
    await send(press('doubt', { note: WORDS }))
    expect(await open()).toEqual(expect.arrayContaining(['capacity_doubt', 'sampled_in_doubt']))
  })

  test('cannot be undone by who pressed it', async () => {
    const doubt = press('doubt', { note: WORDS })
    await send(doubt)
    expect(await send(press('undo', { undoes: doubt.id, reason: 'A slip' }))).toEqual([
      ['refused', 'nothing_to_undo'],
    ])
    expect(await isStopped()).toBe(true)
  })
})

describe('the decision of a clinician', () => {
  beforeEach(() => send(press('doubt', { note: WORDS })))

  test('lets the test go on, and closes the task', async () => {
    expect((await decide({ decision: 'has_capacity' })).status).toBe(200)
    expect(await isStopped()).toBeUndefined()
    expect(await open()).toEqual([])
    expect(await send(sample())).toEqual([['applied', null]])
  })

  test('names the attorney with the paper that was seen', async () => {
    const unnamed = await decide({ decision: 'attorney', name: 'Ann Hale' })
    expect([unnamed.status, unnamed.body.fields]).toMatchObject([400, [{ field: 'paper' }]])
    const paper = 'Lasting power of attorney for health, 3 May 2024'
    const named = await decide({ decision: 'attorney', name: 'Ann Hale', paper })
    expect(named.body).toMatchObject({
      stop: null,
      entries: [{ kind: 'attorney', name: 'Ann Hale', paper }, { kind: 'doubt' }],
    })
  })

  test('for no test keeps the stop', async () => {
    await decide({ decision: 'no_test' })
    expect(await isStopped()).toBe(true)
    expect(await open()).toEqual([])
  })

  test('is of what the clinician has read: another doubt asks again', async () => {
    const { body } = await capacity()
    await send(press('doubt', { note: 'Asked the same question three times' }))
    const late = await site.ask('POST', `/api/office/members/${memberId}/capacity/decisions`, {
      as: clinician,
      body: { doubt: body.open_doubt, decision: 'has_capacity', words: 'Fine' },
    })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(await isStopped()).toBe(true)
  })

  test('is no decision of the office, which does not read the words either', async () => {
    expect((await decide({ decision: 'has_capacity' }, clerk)).status).toBe(403)
    const { body } = await capacity(clerk)
    expect(body).toMatchObject({ stop: 'doubted', entries: [{ kind: 'doubt', words: '' }] })
  })
})

describe('a consent that staff take', () => {
  const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(exampleEvent())
  const book = async (id: number, consent: object) => {
    const other = await site.event({
      startsAt: new Date('2027-03-10T10:00:00Z'),
      endsAt: new Date('2027-03-10T12:00:00Z'),
    })
    return site.ask('POST', '/api/office/appointments', {
      as: clerk,
      body: {
        member_id: id,
        event_id: other.event_id,
        date: other.event_date,
        time: '10:20',
        payment: 'due',
        consent: { channel: 'telephone', answers, ...consent },
      },
    })
  }

  test('waits for the clinician while a doubt stands, and names the attorney afterwards', async () => {
    const { id } = await site.member()
    const doubted = await site.ask('POST', `/api/office/members/${id}/capacity/doubts`, {
      as: clerk,
      body: { words: 'A voice beside them answered everything' },
    })
    expect(doubted.status).toBe(200)
    expect(await open(id)).toEqual(['capacity_doubt'])
    expect((await book(id, {})).body.code).toBe('capacity_doubted')
    await site.ask('POST', `/api/office/members/${id}/capacity/decisions`, {
      as: clinician,
      body: {
        doubt: (await capacity(clinician, id)).body.open_doubt,
        decision: 'attorney',
        words: 'Spoke with the daughter',
        name: 'Ann Hale',
        paper: 'Lasting power of attorney, health and welfare',
      },
    })
    expect((await book(id, {})).body.fields).toMatchObject([{ field: 'helped_by' }])
    const helper = { name: 'Ann Hale', part: 'attorney' }
    expect((await book(id, { understands: true, helped_by: helper })).status).toBe(201)
    const [row] = await rows('select * from consents where member_id = $1', id)
    const { takenWith } = openConsent(site.deps.fieldKeys, {
      memberId: id,
      eventId: Number(row.event_id),
      givenAt: row.given_at,
      sealed: row.sealed,
    })
    expect(takenWith).toMatchObject({ helped_by: helper, understands: true })
    const record = await site.ask('GET', `/api/office/members/${id}`, { as: clerk })
    expect(record.body.consents).toMatchObject([
      { taken_with: { helped_by: helper, interpreter_name: null } },
    ])
  })

  test('asks for the interpreter and the language of a member who needs one', async () => {
    const { id } = await site.member()
    await rows(`update members set support_needs = '{interpreter}' where id = $1`, id)
    expect((await book(id, {})).body.fields).toMatchObject([{ field: 'interpreter_name' }])
    const named = { interpreter_name: 'Amir Shah', interpreter_language: 'Urdu' }
    expect((await book(id, named)).status).toBe(201)
  })

  test('of somebody who ticks for a member without a name is refused, also at the door', async () => {
    const { id } = await site.member()
    const nameless = { helped_by: { name: '', part: 'carer' } }
    expect((await book(id, nameless)).body.fields).toMatchObject([{ field: 'helped_by' }])
    const form = walkIn()
    const registered = pressOf('walk_in', site.deps.now(), {
      registration: { ...form, consent: { ...form.consent, ...nameless } },
    } as never)
    expect(await send(registered)).toEqual([['refused', 'consent_incomplete']])
  })
})

describe('a walk-in', () => {
  test('who may not understand gets a record and a task, and neither consent nor appointment', async () => {
    const { consent: _, extra_place: __, payment: ___, ...person } = walkIn()
    const doubted = pressOf('walk_in', site.deps.now(), {
      registration: { ...person, doubt: WORDS },
    } as never)
    expect(await send(doubted)).toEqual([['refused', 'capacity_doubted']])
    expect(await send(doubted)).toEqual([['repeated', null]])
    const entries = await rows('select * from capacity_entries where action_id = $1', doubted.id)
    expect(entries).toHaveLength(1)
    const id = Number(entries[0].member_id)
    expect(await open(id)).toEqual(['capacity_doubt'])
    expect(await rows('select from consents where member_id = $1', id)).toEqual([])
    expect(await rows('select from appointments where member_id = $1', id)).toEqual([])
    const { problems } = await day()
    expect(problems).toMatchObject([{ code: 'capacity_doubted', status: 'refused' }])
  })

  test('who needs an interpreter is registered, and a consent that names none is flagged', async () => {
    const registered = (consent: object) => {
      const form = walkIn({ support_needs: ['interpreter'] })
      return pressOf('walk_in', site.deps.now(), {
        registration: { ...form, consent: { ...form.consent, ...consent } },
      } as never)
    }
    const named = { interpreter_name: 'Amir Shah', interpreter_language: 'Urdu' }
    expect(await send(registered(named), registered({}))).toEqual([
      ['applied', null],
      ['flagged', 'interpreter_not_named'],
    ])
  })
})

test('a record that is merged into another brings its doubt along', async () => {
  const [other] = await consentingMembers(site, 1, [event])
  await rows(
    `update members set merged_into = $1, is_active = false, user_id = null, nhs_number = null,
       nhs_number_index = null, seal_id = gen_random_uuid() where id = $2`,
    memberId,
    other?.id,
  )
  await rows(
    `insert into capacity_entries (member_id, kind, made_by, at, seal_id, sealed)
       select $1, 'doubt', (select id from staff limit 1), now(), gen_random_uuid(), '\\x00'`,
    other?.id,
  )
  expect(await isStopped()).toBe(true)
})
