// Notes about a member: who reads and writes which kind, striking out, search, and where they end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { book } from '../../../test/app/bookings.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let clinician: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
  clinician = await site.staff(['clinician'])
})
afterAll(() => site.close())

type Person = { id: number }
type As = { cookie: string }

const add = (as: As, { id }: Person, body: object) =>
  site.ask('POST', `/api/office/members/${id}/notes`, { as, body })
const read = async (as: As, { id }: Person, q = '') =>
  (await site.ask('GET', `/api/office/members/${id}/notes?q=${q}`, { as })).body
const strike = (as: As, id: number, reason = 'A slip') =>
  site.ask('POST', `/api/office/notes/${id}/strike`, { as, body: { reason } })
const texts = async (as: As, member: Person, q = '') =>
  (await read(as, member, q)).notes.map(({ text }: { text: string }) => text)

test('a clerk writes and reads office notes, a clinician care notes too, and nobody else any', async () => {
  const member = await site.member()
  expect((await add(clerk, member, { kind: 'office', text: 'Wants Saturday' })).status).toBe(204)
  expect((await add(clerk, member, { kind: 'care', text: 'Anything' })).status).toBe(403)
  const care = { kind: 'care', text: 'Afraid of needles' }
  expect((await add(clinician, member, care)).status).toBe(204)
  expect(await texts(clerk, member)).toEqual(['Wants Saturday'])
  expect(await texts(clinician, member)).toEqual(['Afraid of needles', 'Wants Saturday'])
  for (const role of ['venue', 'treasurer', 'admin'] as const) {
    const as = await site.staff([role])
    const { status } = await site.ask('GET', `/api/office/members/${member.id}/notes`, { as })
    expect([role, status]).toEqual([role, 403])
  }
  expect((await add(clerk, { id: 999_999 }, { kind: 'office', text: 'x' })).status).toBe(404)
  expect((await add(clerk, member, { kind: 'office', text: ' ' })).status).toBe(400)
  expect(await everythingAsText(site.deps.database.db)).not.toMatch(
    /Wants Saturday|Afraid of needles/,
  )
  const { rows } = await site.deps.database.db.execute(
    `select action, details from audit_log where member_id = ${member.id} and action = 'note added'
      order by id`,
  )
  expect(rows.map(({ details }) => details)).toMatchObject([{ kind: 'office' }, { kind: 'care' }])
})

test('a note is found by its words within one member alone, without regard to case and accents', async () => {
  const [member, other] = [await site.member(), await site.member()]
  await add(clerk, member, { kind: 'office', text: 'Café after the test' })
  await add(clerk, member, { kind: 'office', text: 'Called twice' })
  await add(clerk, other, { kind: 'office', text: 'Cafe too' })
  expect(await texts(clerk, member, 'CAFE')).toEqual(['Café after the test'])
})

test('a note is struck out once, with who and why, also by two at once, and never edited', async () => {
  const member = await site.member()
  await add(clerk, member, { kind: 'office', text: 'Wrong man' })
  const [note] = (await read(clerk, member)).notes
  const both = await Promise.all([strike(clerk, note.note_id), strike(clinician, note.note_id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
  const [struck] = (await read(clerk, member)).notes
  expect(struck).toMatchObject({ text: 'Wrong man', struck: { reason: 'A slip' } })
  await add(clinician, member, { kind: 'care', text: 'Hidden' })
  const [care] = (await read(clinician, member)).notes
  expect((await strike(clerk, care.note_id)).status).toBe(404)
  expect((await strike(clerk, 999_999)).status).toBe(404)
  await expect(
    site.deps.database.db.execute(`update member_notes set kind = 'care'`),
  ).rejects.toThrow()
})

test('a note can be about an appointment of this member, and of no other', async () => {
  const event = await site.event()
  const [member, other] = [await site.member(), await site.member()]
  await site.consent(member, event)
  const { body } = await book(site, member, event, '10:00')
  const appointment_id = body.appointment.appointment_id
  const note = { kind: 'office', text: 'Brings his son', appointment_id }
  expect((await add(clerk, other, note)).status).toBe(400)
  expect((await add(clerk, member, note)).status).toBe(204)
  const [written] = (await read(clerk, member)).notes
  expect(written.appointment).toMatchObject({ appointment_id, time: '10:00' })
  const record = await site.ask('GET', `/api/office/members/${member.id}`, { as: clerk })
  expect(record.body.notes).toMatchObject([{ text: 'Brings his son' }])
})

test('notes are in the copy of all data; that of the office has those of care not', async () => {
  const member = await site.member()
  await add(clerk, member, { kind: 'office', text: 'Wants Saturday' })
  await add(clinician, member, { kind: 'care', text: 'Afraid of needles' })
  const own = (await site.ask('GET', '/api/my-data', { as: member })).body.notes
  expect(own).toMatchObject([{ text: 'Wants Saturday' }, { text: 'Afraid of needles' }])
  const copy = await site.ask('POST', `/api/office/members/${member.id}/copy`, { as: clerk })
  expect(JSON.stringify(copy.body)).toContain('Wants Saturday')
  expect(JSON.stringify(copy.body)).not.toContain('Afraid of needles')
})
