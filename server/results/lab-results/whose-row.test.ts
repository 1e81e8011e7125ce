import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ukInstant } from '../../../domain/uk-time.ts'
import {
  type Clinician,
  fileOf,
  giveNhsNumber,
  lineOf,
  openReviews,
  type SampledPerson,
  sampledPeople,
  upload,
} from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'

type Line = Record<string, string>

const FATHER = { firstName: 'George', lastName: 'Adams', dateOfBirth: '1946-03-02' }
const PEOPLE = [
  { firstName: 'Robert', lastName: 'Hale', dateOfBirth: '1960-05-14' },
  { firstName: 'Umar', lastName: 'Farooq', dateOfBirth: '1971-10-24' },
  FATHER,
  { ...FATHER, dateOfBirth: '1970-09-11' },
]

let site: TestApp
let labId: number
let eventId: number
let clinician: Clinician
let people: SampledPerson[]
/** Not used before. */
let anotherTube: string
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  const opened = await openReviews(site, { people: PEOPLE })
  ;({ labId, clinician, people } = opened)
  eventId = opened.event.event_id
  anotherTube = newTube()
})
afterAll(() => site.close())

const person = (n: number) => {
  const one = people[n]
  if (!one) throw new Error('nobody')
  return one
}
const send = async (...lines: Line[]) => {
  const { body } = await upload(site, { labId, bytes: fileOf(lines), as: clinician })
  return body
}
const rowsOf = async (id: number) =>
  (await site.ask('GET', `/api/office/result-imports/${id}/rows`, { as: clinician })).body.data
const decide = (id: number, row: number, body: object) =>
  site.ask('POST', `/api/office/result-imports/${id}/rows/${row}/decision`, { as: clinician, body })
const give = (id: number, row: number, { appointmentId }: SampledPerson, more = {}) =>
  decide(id, row, { decision: 'match', appointment_id: appointmentId, ...more })
const commitOf = async (id: number) =>
  (await site.ask('POST', `/api/office/result-imports/${id}/commit`, { as: clinician })).body
const record = async (...lines: Line[]) => {
  const { id } = await send(...lines)
  return commitOf(id)
}
/** What is recorded of a person, the earliest first. */
const resultsOf = async ({ memberId }: SampledPerson) => {
  const { rows } = await site.deps.database.pool.query(
    `select l.id::int, l.state, l.is_withdrawal as "isWithdrawal", l.replaces_id::int as "replacesId"
      from lab_results l where l.member_id = $1 order by l.id`,
    [memberId],
  )
  return rows
}

let sequence = 1
async function press(one: SampledPerson, action: object): Promise<string> {
  const lead = await site.staff(['venue'], { eventIds: [eventId], leads: [eventId] })
  const id = randomUUID()
  const at = site.deps.now().toISOString()
  const { body } = await site.ask('POST', `/api/office/days/${eventId}/actions`, {
    as: lead,
    body: {
      actions: [
        {
          id,
          device: 'second',
          sequence: sequence++,
          at,
          appointment_id: one.appointmentId,
          ...action,
        },
      ],
    },
  })
  if (body.results?.[0]?.status === 'refused') throw new Error(JSON.stringify(body))
  return id
}
const takeSample = (one: SampledPerson, tube: string) => press(one, { type: 'sample', tube })
async function undoSample(one: SampledPerson, reason: string): Promise<void> {
  const { rows } = await site.deps.database.pool.query(
    'select action_id as id from attendance_actions where tube = $1 and type = $2',
    [one.tube, 'sample'],
  )
  await press(one, { type: 'undo', undoes: rows[0].id, reason })
}

describe('a tube that was taken back', () => {
  test('never matches by itself: the row says who undid it, when and in which words', async () => {
    const hale = person(0)
    await undoSample(hale, 'Twin gave the blood')
    await takeSample(hale, anotherTube)
    const { id, rows } = await send(lineOf(hale, { Result: '7.5' }))
    expect(rows).toMatchObject({ matched: 0, quarantined: 1 })
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({
      reason: 'tube_taken_back',
      candidates: [
        {
          appointment_id: hale.appointmentId,
          tubes: [anotherTube],
          undone: [{ tube: hale.tube, words: 'Twin gave the blood' }],
          may_decide: false,
          why_not: 'tube_taken_back',
        },
      ],
    })
    expect(row.candidates[0].undone[0].by).not.toBe('')
    expect((await give(id, 2, hale)).body.code).toBe('not_their_sample')
  })

  test('does not stop the report of the tube that was taken after it', async () => {
    const hale = person(0)
    await undoSample(hale, 'Broken')
    await takeSample(hale, anotherTube)
    const { rows } = await send(lineOf(hale, { Barcode: anotherTube, Result: '0.6' }))
    expect(rows).toMatchObject({ matched: 1 })
  })

  test('makes a report without a tube wait, since it may be of either', async () => {
    const hale = person(0)
    await giveNhsNumber(site, hale, '9990000018')
    await undoSample(hale, 'Broken')
    await takeSample(hale, anotherTube)
    const { id } = await send(lineOf(hale, { Barcode: '', 'NHS No': '9990000018' }))
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ state: 'quarantined', reason: 'tube_taken_back' })
    expect(row.candidates[0].may_decide).toBe(true)
  })

  test('and recorded again for the same member waits for a person, who may give it', async () => {
    const hale = person(0)
    await undoSample(hale, 'The wrong man')
    await takeSample(hale, hale.tube)
    const { id } = await send(lineOf(hale))
    expect((await rowsOf(id))[0]).toMatchObject({ reason: 'tube_taken_back' })
    expect((await give(id, 2, hale)).status).toBe(200)
    expect((await commitOf(id)).rows).toMatchObject({ committed: 1 })
  })

  test('and given to another member of the day waits, and may be given to the new owner only', async () => {
    const [hale, farooq] = [person(0), person(1)]
    await undoSample(hale, 'Taken from the neighbour')
    await press(farooq, { type: 'sample', tube: hale.tube, reason: 'It holds the blood of Farooq' })
    const { id } = await send(lineOf(farooq, { Barcode: hale.tube }))
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ state: 'quarantined', reason: 'tube_taken_back' })
    expect((await give(id, 2, hale)).body.code).toBe('not_their_sample')
    expect((await give(id, 2, farooq)).status).toBe(200)
    expect((await commitOf(id)).rows).toMatchObject({ committed: 1 })
  })

  test('between the match and the commit is not recorded', async () => {
    const hale = person(0)
    const { id } = await send(lineOf(hale), lineOf(person(1)))
    await undoSample(hale, 'Twin gave the blood')
    const after = await commitOf(id)
    expect(after.rows).toMatchObject({ committed: 1, quarantined: 1 })
    expect(await resultsOf(hale)).toEqual([])
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ reason: 'tube_taken_back', candidates: [{ last_name: 'Hale' }] })
  })

  test('after a person has decided the row makes it wait again', async () => {
    const hale = person(0)
    const { id } = await send(lineOf(hale, { DOB: '15/05/1960' }))
    await give(id, 2, hale)
    await undoSample(hale, 'Twin gave the blood')
    expect((await commitOf(id)).rows).toMatchObject({ committed: 0, quarantined: 1 })
  })
})

describe('two samples of one appointment', () => {
  test('both wait, until a person says of which the row is', async () => {
    const hale = person(0)
    await takeSample(hale, anotherTube)
    const { id, rows } = await send(lineOf(hale))
    expect(rows).toMatchObject({ matched: 0 })
    expect((await rowsOf(id))[0]).toMatchObject({
      reason: 'two_tubes',
      candidates: [{ tubes: expect.arrayContaining([hale.tube, anotherTube]) }],
    })
    await give(id, 2, hale)
    expect((await commitOf(id)).rows).toMatchObject({ committed: 1 })
  })

  test('match by themselves once a lead has said that both are theirs', async () => {
    const hale = person(0)
    const second = await takeSample(hale, anotherTube)
    const { rows: first } = await site.deps.database.pool.query(
      'select action_id as id from attendance_actions where tube = $1',
      [hale.tube],
    )
    const samples = [first[0].id, second]
    await press(hale, { type: 'both_theirs', reason: 'Two tubes on purpose', samples })
    const { rows } = await send(lineOf(hale))
    expect(rows).toMatchObject({ matched: 1 })
  })
})

describe('the tube of a father with the birth date of the son', () => {
  test('shows both, and is given to neither', async () => {
    const [father, son] = [person(2), person(3)]
    const { id } = await send(lineOf(father, { DOB: '11/09/1970' }))
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ state: 'quarantined', reason: 'birth_date_differs' })
    expect(
      row.candidates.map(({ appointment_id, may_decide, why_not }: Record<string, unknown>) => [
        appointment_id,
        may_decide,
        why_not,
      ]),
    ).toEqual([
      [father.appointmentId, false, 'fits_another'],
      [son.appointmentId, false, 'too_little'],
    ])
    for (const one of [father, son])
      expect((await give(id, 2, one)).body.code).toBe('not_their_sample')
  })
})

describe('an NHS number', () => {
  test('with a wrong digit and no tube shows who fits, and nobody may be chosen', async () => {
    const one = person(1)
    await giveNhsNumber(site, one, '9990000018')
    const { id } = await send(lineOf(one, { Barcode: '', 'NHS No': '9990000026' }))
    expect((await rowsOf(id))[0]).toMatchObject({
      reason: 'no_appointment',
      candidates: [{ appointment_id: one.appointmentId, may_decide: false }],
    })
  })

  test('that is mistyped stands beside the one on record, and both names have to fit', async () => {
    const one = person(1)
    await giveNhsNumber(site, one, '9990000018')
    const slip = { Barcode: '', 'NHS No': '9990000019' }
    const { id } = await send(lineOf(one, slip))
    expect((await rowsOf(id))[0]).toMatchObject({
      reason: 'nhs_number_unreadable',
      candidates: [{ may_decide: true, nhs_number: '9990000018', near_number: 'one_digit' }],
    })
    const brother = await send(lineOf({ ...one, firstName: 'Yusuf' }, slip))
    expect((await rowsOf(brother.id))[0]).toMatchObject({
      candidates: [{ may_decide: false, nhs_number: null, near_number: null }],
    })
    expect((await give(brother.id, 2, one)).body.code).toBe('not_their_sample')
  })

  test('that two members have never decides', async () => {
    const one = person(1)
    await giveNhsNumber(site, one, '9990000018')
    const other = await site.member({ lastName: 'Typist' })
    await giveNhsNumber(site, { ...one, memberId: other.id }, '9990000018')
    const { id, rows } = await send(lineOf(one, { Barcode: '', 'NHS No': '9990000018' }))
    expect(rows).toMatchObject({ matched: 0, close: 1 })
    expect((await rowsOf(id))[0]).toMatchObject({ reason: 'several_members' })
  })
})

describe('the laboratory’s number', () => {
  const NUMBER = { 'Lab no': 'L112' }

  test('of two members in one file records neither, and each for themselves by a person', async () => {
    const [one, other] = [person(0), person(1)]
    const { id, rows } = await send(
      lineOf(one, { ...NUMBER, Result: '0.62' }),
      lineOf(other, { ...NUMBER, Result: '11.30' }),
    )
    expect(rows).toMatchObject({ matched: 0, conflicts: 2 })
    expect(await rowsOf(id)).toMatchObject([
      { candidates: [{ appointment_id: one.appointmentId, may_decide: true }] },
      { candidates: [{ appointment_id: other.appointmentId, may_decide: true }] },
    ])
    await give(id, 2, one)
    await give(id, 3, other)
    expect((await commitOf(id)).rows).toMatchObject({ committed: 2 })
    expect(await resultsOf(one)).toMatchObject([{ state: 'review', replacesId: null }])
    expect(await resultsOf(other)).toMatchObject([{ state: 'review', replacesId: null }])
  })

  test('that was recorded for another member waits, and replaces nothing of theirs', async () => {
    const [one, other] = [person(0), person(1)]
    await record(lineOf(one, NUMBER))
    const { id } = await send(lineOf(other, { ...NUMBER, Result: '11.30' }))
    expect((await rowsOf(id))[0]).toMatchObject({
      state: 'conflict',
      reason: 'number_of_another',
      known: { last_name: 'HALE' },
    })
    await give(id, 2, other)
    await commitOf(id)
    expect(await resultsOf(one)).toMatchObject([{ state: 'review' }])
    expect(await resultsOf(other)).toMatchObject([{ state: 'review', replacesId: null }])
  })

  test('corrected for another member is two decisions: a withdrawal and a new result', async () => {
    const [one, other] = [person(0), person(1)]
    await record(lineOf(one, NUMBER))
    const { id, rows } = await send(lineOf(other, { ...NUMBER, Result: '11.30', Status: 'C' }))
    expect(rows).toMatchObject({ matched: 0, conflicts: 2 })
    const [moved, withdrawal] = await rowsOf(id)
    expect(moved).toMatchObject({ reason: 'moved_to_another', known: { last_name: 'HALE' } })
    expect(withdrawal).toMatchObject({
      reason: 'reported_for_another',
      withdraws_for: 2,
      written: { last_name: 'HALE', value: null, status: 'wrong_patient' },
      candidates: [{ appointment_id: one.appointmentId, may_decide: true }],
    })
    expect((await give(id, 2, one)).body.code).toBe('not_their_sample')
    await give(id, 2, other)
    const half = await commitOf(id)
    expect(half).toMatchObject({ state: 'in review', rows: { committed: 1, conflicts: 1 } })
    expect(await resultsOf(one)).toMatchObject([{ state: 'review' }])
    await give(id, withdrawal.row, one)
    expect(await commitOf(id)).toMatchObject({ state: 'committed', rows: { committed: 2 } })
    const [first, second] = await resultsOf(one)
    expect([first, second]).toMatchObject([
      { state: 'discarded' },
      { state: 'review', isWithdrawal: true, replacesId: first.id },
    ])
    expect(await resultsOf(other)).toMatchObject([{ replacesId: null, isWithdrawal: false }])
  })

  test('withdrawn for the wrong patient ends the report of the member who has it', async () => {
    const [one, other] = [person(0), person(1)]
    await record(lineOf(one, NUMBER))
    const { id } = await send(lineOf(other, { ...NUMBER, Result: '', Status: 'W' }))
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ state: 'conflict', reason: 'withdraws_another' })
    expect((await give(id, 2, other)).body.code).toBe('not_their_sample')
    await give(id, 2, one)
    await commitOf(id)
    const [first, second] = await resultsOf(one)
    expect(second).toMatchObject({ isWithdrawal: true, replacesId: first.id })
    expect(await resultsOf(other)).toEqual([])
    const { body } = await site.ask('GET', `/api/office/results/${second.id}`, { as: clinician })
    expect(JSON.stringify(body)).not.toMatch(/farooq/i)
  })

  test('used again in the next year is a new report', async () => {
    const one = person(0)
    await record(lineOf(one, NUMBER))
    site.moveTo(new Date('2028-01-11T09:00:00Z'))
    const day = '2028-01-25'
    const times = { startsAt: ukInstant(day, '10:00'), endsAt: ukInstant(day, '12:00') }
    const event = await site.event({ labId, places: 6, ...times })
    const [later] = await sampledPeople(site, { event, people: [{ lastName: 'Wren' }] })
    clinician = await site.staff(['clinician'])
    if (!later) throw new Error('nobody')
    const { id, rows } = await send(lineOf(later, { ...NUMBER, Result: '0.9' }))
    expect(rows).toMatchObject({ matched: 1 })
    await commitOf(id)
    expect(await resultsOf(later)).toMatchObject([{ replacesId: null }])
    expect(await resultsOf(one)).toMatchObject([{ state: 'review' }])
    const undated = { ...NUMBER, Collected: '', Result: '1.9', Status: 'C' }
    const { id: second } = await send(lineOf(later, undated))
    expect((await rowsOf(second))[0]).toMatchObject({ state: 'conflict', reason: 'year_unknown' })
    await give(second, 2, later)
    await commitOf(second)
    const [first, corrected] = await resultsOf(later)
    expect(corrected).toMatchObject({ replacesId: first.id })
    expect(await resultsOf(one)).toMatchObject([{ state: 'review' }])
  })

  test('corrected before its first report was readable can be given to the member', async () => {
    const one = person(0)
    await record(lineOf(one, { ...NUMBER, Result: '14.2 H' }))
    const { id } = await send(lineOf(one, { ...NUMBER, Result: '14.2', Status: 'C' }))
    expect((await rowsOf(id))[0]).toMatchObject({
      reason: 'nothing_to_correct',
      candidates: [{ appointment_id: one.appointmentId, may_decide: true }],
    })
    await give(id, 2, one)
    expect((await commitOf(id)).rows).toMatchObject({ committed: 1 })
  })

  test('with two different final reports in one file waits, and one may be chosen', async () => {
    const one = person(0)
    const { id, rows } = await send(
      lineOf(one, { ...NUMBER, Result: '2.1' }),
      lineOf(one, { ...NUMBER, Result: '12.1' }),
    )
    expect(rows).toMatchObject({ matched: 0, conflicts: 2 })
    expect((await commitOf(id)).rows).toMatchObject({ committed: 0, conflicts: 2 })
    await give(id, 3, one)
    await commitOf(id)
    expect((await rowsOf(id))[0]).toMatchObject({
      state: 'conflict',
      reason: 'other_content',
      known: { value: '12.1' },
      candidates: [{ appointment_id: one.appointmentId }],
    })
  })

  test('reported and corrected in one file records both, one after the other', async () => {
    const one = person(0)
    const { id, rows } = await send(
      lineOf(one, { ...NUMBER, Result: '2.1' }),
      lineOf(one, { ...NUMBER, Result: '12.1', Status: 'C' }),
    )
    expect(rows).toMatchObject({ matched: 2 })
    await commitOf(id)
    const [first, second] = await resultsOf(one)
    expect([first, second]).toMatchObject([
      { state: 'discarded' },
      { state: 'review', replacesId: first.id },
    ])
  })

  test('of another sample of the same member may be recorded without replacing', async () => {
    const one = person(0)
    await record(lineOf(one, NUMBER))
    const { id } = await send(lineOf(one, { ...NUMBER, Result: '2.4' }))
    expect((await rowsOf(id))[0].candidates[0]).toMatchObject({ has_report: true })
    await give(id, 2, one, { other_sample: true })
    await commitOf(id)
    expect(await resultsOf(one)).toMatchObject([
      { state: 'review' },
      { state: 'review', replacesId: null },
    ])
  })

  test('may not be replaced by a report of another member, whatever the program does', async () => {
    await record(lineOf(person(0)), lineOf(person(1)))
    const [[one], [other]] = [await resultsOf(person(0)), await resultsOf(person(1))]
    const replace = site.deps.database.pool.query(
      'update lab_results set replaces_id = $1 where id = $2',
      [one.id, other.id],
    )
    await expect(replace).rejects.toThrow('lab_result_replaces_one_of_the_same_member')
  })
})

describe('a row that waits', () => {
  test('keeps its candidates when a decision about it is undone', async () => {
    const one = person(0)
    const { id } = await send(
      lineOf(one, { 'NHS No': '' }),
      lineOf(person(1), { DOB: '01/01/1950' }),
    )
    await decide(id, 3, { decision: 'discard', reason: 'Not ours' })
    await decide(id, 3, { decision: 'undo' })
    expect((await rowsOf(id))[1]).toMatchObject({
      candidates: [{ appointment_id: person(1).appointmentId, may_decide: true }],
    })
  })

  test('and fitted nobody before has its candidates once the door has sent the sample', async () => {
    const one = person(0)
    const { id } = await send(lineOf(one, { Barcode: anotherTube }), lineOf(person(1)))
    expect((await rowsOf(id))[0]).toMatchObject({ reason: 'tube_unknown' })
    await undoSample(one, 'The wrong code')
    await takeSample(one, anotherTube)
    await commitOf(id)
    expect((await rowsOf(id))[0]).toMatchObject({
      state: 'close',
      reason: 'match_changed',
      candidates: [{ appointment_id: one.appointmentId, may_decide: true }],
    })
  })

  test('and cannot be read keeps the file open, until it is left out with a reason', async () => {
    const { id } = await send(lineOf(person(0)), lineOf(person(1), { Result: '14.2 H' }))
    expect(await commitOf(id)).toMatchObject({ state: 'in review', rows: { errors: 1 } })
    const { body } = await decide(id, 3, { decision: 'discard', reason: 'A line of the footer' })
    expect(body).toMatchObject({ state: 'committed', rows: { errors: 0, discarded: 1 } })
    expect((await rowsOf(id))[1]).toMatchObject({ note: 'A line of the footer' })
  })

  test('for the laboratory ends when a later row of its number or tube is recorded', async () => {
    const { id } = await send(lineOf(person(0)), lineOf(person(1), { Result: '14.2 H' }))
    await commitOf(id)
    const { body } = await decide(id, 3, { decision: 'ask', reason: 'Rang on Monday' })
    expect(body).toMatchObject({ state: 'in review', rows: { asked: 1, errors: 0 } })
    await record(lineOf(person(1), { Result: '14.2' }))
    const { body: after } = await site.ask('GET', `/api/office/result-imports/${id}`, {
      as: clinician,
    })
    expect(after).toMatchObject({ state: 'committed', rows: { asked: 0, discarded: 1 } })
    expect((await rowsOf(id))[1]).toMatchObject({ reason: 'came_again' })
  })

  test('of name and birth date alone counts as found, so that the file is not refused', async () => {
    const lines = Array.from({ length: 12 }, (_, n) =>
      lineOf(person(n % 4), { Barcode: '', 'Lab no': `NT${n}` }),
    )
    expect(await send(...lines)).toMatchObject({ state: 'in review', refusal: null })
  })
})

test('every row that waits can leave: it is given, asked for again, or left out', async () => {
  const [one, other, father] = [person(0), person(1), person(2)]
  await record(lineOf(one, { 'Lab no': 'KNOWN' }))
  const { id, rows } = await send(
    lineOf(one, { 'Lab no': 'KNOWN', Result: '9.9' }),
    lineOf(other, { 'Lab no': 'BORN', DOB: '01/01/1950' }),
    lineOf(other, { 'Lab no': 'STRANGE', Barcode: anotherTube }),
    lineOf(father, { 'Lab no': 'EARLY', Status: 'C' }),
    lineOf(person(3), { 'Lab no': 'BARE', Barcode: '' }),
    lineOf(father, { 'Lab no': 'ODD', Result: '14.2 H' }),
    lineOf(father, { 'Lab no': 'TWICE', Result: '3' }),
  )
  expect(rows).toMatchObject({ matched: 0, committed: 0 })
  for (const { row, candidates } of await rowsOf(id)) {
    for (const candidate of candidates)
      if (candidate.may_decide) {
        const chosen = { decision: 'match', appointment_id: candidate.appointment_id }
        expect((await decide(id, row, chosen)).status).toBe(200)
        expect((await decide(id, row, { decision: 'undo' })).status).toBe(200)
      }
    expect((await decide(id, row, { decision: 'ask' })).status).toBe(200)
    expect((await decide(id, row, { decision: 'undo' })).status).toBe(200)
    expect((await decide(id, row, { decision: 'discard', reason: 'Enough' })).status).toBe(200)
  }
  const { body } = await site.ask('GET', `/api/office/result-imports/${id}`, { as: clinician })
  expect(body).toMatchObject({ state: 'committed', rows: { discarded: 7, asked: 0, errors: 0 } })
})
