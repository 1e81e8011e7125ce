// What staff write with a press is sealed, and read again by those who may.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../../../test/app/bookings.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { wordsOfPress } from '../../facts/sealed-press.ts'
import { listUndoneSamples } from '../../facts/undone-samples.queries.ts'

const WORDS = 'He told me that he has a fistula'
let site: TestApp
let appointmentId: number
let send: (...presses: object[]) => Promise<[string, string | null][]>
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  const event = await site.event()
  const [first] = await consentingMembers(site, 1, [event])
  if (!first) throw new Error('nobody has consented')
  appointmentId = await bookedId(site, first, event, '10:00')
  site.moveTo(ukInstant(event.event_date, '10:00'))
  const lead = await site.staff(['venue'], {
    eventIds: [event.event_id],
    leads: [event.event_id],
  })
  send = async (...actions) => {
    const url = `/api/office/days/${event.event_id}/actions`
    const { body } = await site.ask('POST', url, { as: lead, body: { actions } })
    return body.results.map((one: { status: string; code: string }) => [one.status, one.code])
  }
})
afterAll(() => site.close())

let sequence = 0
const press = (type: string, more: object = {}) => {
  sequence += 1
  const at = site.deps.now().toISOString()
  const about = { appointment_id: appointmentId, device: 'tablet', sequence, at }
  return { id: randomUUID(), ...about, type, ...more }
}
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows

test('the words of a press are nowhere in clear, and the same press again is known by them', async () => {
  const taken = press('sample', { tube: tubeCodeOf(7), note: WORDS })
  const undo = press('undo', { undoes: taken.id, reason: WORDS })
  await send(taken, undo)
  const [known, changed] = await send(undo, { ...undo, reason: 'Another reason' })
  expect([known, changed?.[1]]).toEqual([['repeated', null], 'id_taken'])
  const stored = JSON.stringify(await rows('select t::text as row from attendance_actions t'))
  const audited = JSON.stringify(await rows('select t::text as row from audit_log t'))
  expect(stored + audited).not.toContain('fistula')
  expect(
    await rows(`select reason, note from attendance_actions where status <> 'refused' order by id`),
  ).toEqual([
    { reason: null, note: 'sealed' },
    { reason: 'sealed', note: null },
  ])
  const lengths = await rows(
    'select distinct length(sealed) as n from attendance_actions where sealed is not null',
  )
  expect(lengths).toHaveLength(1)
})

test('a clinician reads why a sample was undone', async () => {
  const [undone] = await listUndoneSamples(site.deps.database.db, [appointmentId])
  expect(undone && wordsOfPress(site.deps.fieldKeys, undone.press)).toBe(WORDS)
})

test('the code why no sample was taken stays, with the note sealed', async () => {
  await send(press('not_sampled', { reason: 'unwell', note: WORDS }))
  const [last] = await rows('select reason, note from attendance_actions order by id desc limit 1')
  expect(last).toEqual({ reason: 'unwell', note: 'sealed' })
  const [entry] = await rows(
    `select details->>'reason' as reason from audit_log where action = 'no sample taken'`,
  )
  expect(entry).toEqual({ reason: 'unwell' })
})
