import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { inspectPdf } from '../../../test/app/inspect-pdf.ts'
import { recordSample, sampledEvent, undoSample } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { sealNhsNumber } from '../../members/user-profile.ts'

const START = new Date('2027-01-12T09:00:00Z')
const NHS_NUMBER = '9990000026'
let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
let tube = 500
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  const sealId = randomUUID()
  const people = [
    await site.member({
      firstName: 'Łukasz',
      lastName: 'Żak',
      sealId,
      ...sealNhsNumber(site.deps.fieldKeys, { nhsNumber: nextNhsNumber(), sealId }),
    }),
    await site.member({ firstName: 'Ann', lastName: '=HYPERLINK("x")' }),
    await site.member({ lastName: 'Absent' }),
  ]
  day = await sampledEvent(site, people, { name: 'Ely PSA screening' })
  // Booked before the event had this laboratory, so that a number may be missing.
  await site.deps.database.pool.query('update events set lab_id = $1 where id = $2', [
    await site.lab({ requiresNhsNumber: true }),
    day.event.event_id,
  ])
})
afterAll(() => site.close())

let count = 0
function nextNhsNumber(): string {
  count += 1
  return count === 1 ? NHS_NUMBER : String(9_990_000_100 + count)
}
const sample = (n: number, at?: Date) => {
  tube += 1
  const code = tubeCodeOf(tube)
  const of = { ...day, appointment: day.appointments[n], tube: code, ...(at && { at }) }
  return recordSample(site, of).then((id) => ({ id, code }))
}
async function ask(what: string, as: { cookie: string }) {
  const response = await site.app.inject({
    url: `/api/office/days/${day.event.event_id}/${what}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
  })
  return { status: response.statusCode, response }
}
const csv = async (what: string, as: { cookie: string }) => {
  const { status, response } = await ask(what, as)
  expect([status, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  return parse<Record<string, string>>(response.body, { columns: true, bom: true })
}
const words = async (what: string, as: { cookie: string }) => {
  const { status, response } = await ask(what, as)
  expect([status, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pdf = await inspectPdf(response.rawPayload)
  return (await pdf.text(1)).map(({ text }) => text).join(' ')
}
const audited = async (action: string) => {
  const { rows } = await site.deps.database.pool.query(
    'select details from audit_log where action = $1 and subject = $2 order by id',
    [action, `event ${day.event.event_id}`],
  )
  return rows.map(({ details }) => details)
}
const accesses = async (of: { userId: string }) => {
  const { rows } = await site.deps.database.pool.query(
    'select member_id::int, what, reason from access_log where actor_user_id = $1 order by id',
    [of.userId],
  )
  return rows
}

describe('the laboratory form', () => {
  test('says before it is made which names no document can show', async () => {
    const office = await site.staff(['office'])
    const { code } = await sample(0)
    const { code: second } = await sample(1)
    const labels = async () =>
      (await site.ask('GET', `/api/office/days/${day.event.event_id}/labels`, { as: office })).body
    expect((await labels()).cannot_print).toBeUndefined()
    await site.deps.database.pool.query(
      `update members set first_name = '伟', last_name = '李' where id =
        (select member_id from appointments where id = $1)`,
      [day.appointments[0]],
    )
    expect((await labels()).cannot_print).toEqual([
      { tube: code, name: '伟 李', member_id: expect.any(Number) },
    ])
    expect(second).not.toBe(code)
  })

  test('has those with a sample, with what the laboratory needs and nothing else', async () => {
    const office = await site.staff(['office'])
    const { code } = await sample(0)
    const undone = await sample(1)
    await undoSample(site, { ...day, appointment: day.appointments[1], undoes: undone.id })
    const { code: second } = await sample(1)
    expect(await csv('laboratory-form.csv', office)).toEqual([
      {
        form_version: '1',
        form_made_at: site.deps.now().toISOString(),
        event: 'Ely PSA screening',
        event_date: day.event.event_date,
        venue: 'Colchester',
        laboratory: expect.stringMatching(/^Laboratory/),
        tube: code,
        last_name: 'Żak',
        first_name: 'Łukasz',
        date_of_birth: '1968-05-14',
        sex: 'Male',
        nhs_number: 'on record',
        sampled_date: day.event.event_date,
        sampled_time: '10:00',
        taken_by: day.venue.name,
      },
      expect.objectContaining({
        tube: second,
        last_name: `'=HYPERLINK("x")`,
        nhs_number: 'none',
      }),
    ])
    const said = await words('laboratory-form', office)
    expect(said).toContain('Version 1')
    expect(said).toContain('2 tubes. First sample at 10:00, last at 10:00.')
    expect(said).not.toContain('Absent')
    expect(await audited('laboratory form made')).toEqual([
      { version: 1, tubes: 2, file: 'CSV', nhsNumbers: false },
      { version: 1, tubes: 2, file: 'PDF', nhsNumbers: false },
    ])
  })

  test('gets another version when anything on it has changed, and says that it replaces', async () => {
    const office = await site.staff(['office'])
    await sample(0)
    expect(await words('laboratory-form', office)).not.toContain('replaces')
    const state = async () =>
      (await site.ask('GET', `/api/office/days/${day.event.event_id}/labels`, { as: office })).body
        .form
    expect(await state()).toMatchObject({ version: 1, tubes: 1, is_current: true })
    await site.deps.database.pool.query(`update members set last_name = 'Zak' where id = $1`, [
      day.people[0]?.id,
    ])
    expect(await state()).toMatchObject({ version: 1, is_current: false })
    const both = await Promise.all([
      words('laboratory-form', office),
      words('laboratory-form', office),
    ])
    for (const said of both)
      expect(said).toMatch(/Version 2.*This version replaces all earlier version/)
    await sample(1)
    expect((await csv('courier-list.csv', office))[0]).toMatchObject({ list_version: '3' })
    expect(await state()).toMatchObject({ version: 3, tubes: 2, is_current: true })
  })

  test('has whole NHS numbers for a clinician alone, which the access log says', async () => {
    await sample(0)
    await sample(1)
    const clinician = await site.staff(['clinician'])
    const [first, second] = await csv('laboratory-form.csv', clinician)
    const number = first?.nhs_number ?? ''
    expect(number).toMatch(/^999\d{7}$/)
    expect(second?.nhs_number).toBe('none')
    const grouped = number.replace(/(...)(...)(....)/, '$1 $2 $3')
    expect(await words('laboratory-form', clinician)).toContain(grouped)
    const read = day.people
      .slice(0, 2)
      .map(({ id }) => ({ member_id: id, what: 'member', reason: 'day' }))
    expect(await accesses(clinician)).toEqual([...read, ...read])
    expect(await audited('laboratory form made')).toMatchObject([
      { nhsNumbers: true },
      { nhsNumbers: true },
    ])
    for (const person of [day.venue, await site.staff(['office'])]) {
      const said = await words('laboratory-form', person)
      expect(said).toContain('on record')
      expect(said).not.toMatch(/999 ?\d{3}/)
      expect(await accesses(person)).toEqual([])
    }
  })

  test('is a paper for the venue and no file; without a sample there is none', async () => {
    const office = await site.staff(['office'])
    for (const what of ['laboratory-form', 'laboratory-form.csv', 'courier-list']) {
      const { status, response } = await ask(what, office)
      expect([status, response.json().code]).toEqual([409, 'no_samples'])
    }
    await sample(0)
    for (const [what, status] of [
      ['laboratory-form', 200],
      ['courier-list', 200],
      ['laboratory-form.csv', 403],
      ['courier-list.csv', 403],
    ] as const)
      expect([what, (await ask(what, day.venue)).status]).toEqual([what, status])
    const stranger = await site.staff(['venue'])
    expect((await ask('laboratory-form', stranger)).status).toBe(403)
    expect((await ask('laboratory-form', await site.staff(['treasurer']))).status).toBe(403)
  })

  test('is listed for its event, latest first', async () => {
    await sample(0)
    const clinician = await site.staff(['clinician'])
    const { body } = await site.ask('GET', '/api/office/laboratory-forms', { as: clinician })
    expect(body.data[0]).toMatchObject({ event_name: 'Ely PSA screening', tubes: 1, version: null })
    expect(body.total).toBe(body.data.length)
  })
})

describe('the courier list', () => {
  test('has codes by box and no name', async () => {
    const codes = [(await sample(0)).code, (await sample(1)).code, (await sample(2)).code]
    const office = await site.staff(['office'])
    const said = await words('courier-list?tubes_per_box=2', office)
    expect(said).toContain('Box 1 of 2: 2 tubes')
    expect(said).toContain('Box 2 of 2: 1 tube')
    expect(said).toContain('Temperature, °C')
    for (const name of ['Żak', 'Łukasz', 'Absent', 'Ann', '1968']) expect(said).not.toContain(name)
    const rows = await csv('courier-list.csv?tubes_per_box=2', office)
    expect(rows.map(({ box, tube }) => [box, tube])).toEqual([
      ['1', codes[0]],
      ['1', codes[1]],
      ['2', codes[2]],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Żak|Absent/)
    expect(await audited('courier list made')).toMatchObject([{ file: 'PDF' }, { file: 'CSV' }])
  })
})
