import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Clinician,
  COLUMNS,
  fileOf,
  lineOf,
  openLaboratory,
  upload,
} from '../../../test/app/laboratory.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let labId: number
let clinician: Clinician
beforeAll(async () => {
  site = await openTestApp()
  const laboratory = await openLaboratory(site, { places: 6 })
  labId = laboratory.labId
  clinician = laboratory.clinician
})
afterAll(() => site.close())

const person = {
  memberId: 1,
  appointmentId: 1,
  tube: 'CHP00000015',
  firstName: 'Sam',
  lastName: 'Carter',
  dateOfBirth: '1960-05-14',
  date: '2027-01-12',
}
const lines = (n: number) =>
  Array.from({ length: n }, (_, place) => lineOf(person, { 'Lab no': `N${place}` }))

function tryOut(bytes: Buffer, map?: unknown, id = labId) {
  const form = new Map<string, unknown>([['map', map]])
  const head = [...form]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `--trial\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
    })
  const file =
    '--trial\r\ncontent-disposition: form-data; name="file"; filename="sample.csv"\r\ncontent-type: text/csv\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(head.join('') + file),
    bytes,
    Buffer.from('\r\n--trial--\r\n'),
  ])
  return site.ask('POST', `/api/office/labs/${id}/column-map/trial`, {
    as: clinician,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=trial' },
  })
}

async function storedRows(): Promise<unknown> {
  const { rows } = await site.deps.database.pool.query(
    `select (select count(*) from result_imports) as imports, (select count(*) from audit_log) as audit,
            (select count(*) from lab_column_maps) as maps, (select count(*) from access_log) as access`,
  )
  return rows
}

test('a trial run shows the first rows as read and the errors, and stores nothing', async () => {
  const before = await storedRows()
  const wrong = lineOf(person, { 'Lab no': 'N99', DOB: '05/14/1960' })
  const { status, body } = await tryOut(fileOf([...lines(25), wrong]), COLUMNS)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    headers: Object.keys(COLUMNS.columns),
    refusal: null,
    read: 25,
    wrong: 1,
    errors: [{ row: 27, reason: 'date_unreadable', column: 'DOB', text: '05/14/1960' }],
  })
  expect(body.rows).toHaveLength(20)
  expect(body.rows[0]).toMatchObject({
    row: 2,
    lab_number: 'N0',
    tube: 'CHP00000015',
    value: '1.2',
  })
  expect(await storedRows()).toEqual(before)
})

test('without a map it names the headers, by whichever delimiter the file has', async () => {
  const text = fileOf(lines(1)).toString()
  for (const delimiter of [',', ';', '\t']) {
    const { body } = await tryOut(Buffer.from(text.replaceAll(',', delimiter)))
    expect(body).toMatchObject({ headers: Object.keys(COLUMNS.columns), rows: [], read: 0 })
  }
  expect((await tryOut(Buffer.from('MSH|^~\\&|LIMS'))).body.headers).toEqual([])
  expect((await tryOut(Buffer.from([0, 1, 2]))).body.headers).toEqual([])
})

test('a map that does not fit says what the file would be refused for', async () => {
  const { DOB, ...columns } = COLUMNS.columns
  const { body } = await tryOut(fileOf(lines(1)), { ...COLUMNS, columns })
  expect([DOB, body.refusal]).toEqual(['date_of_birth', 'headers_unknown: DOB'])
  expect((await tryOut(fileOf(lines(1)), '{')).body.code).toBe('invalid_request')
  expect((await tryOut(fileOf(lines(1)), { ...COLUMNS, tests: [] })).status).toBe(400)
  expect((await tryOut(fileOf(lines(1)), COLUMNS, 999_999)).status).toBe(404)
})

test('the laboratories are listed with the version of their map', async () => {
  const { body } = await site.ask('GET', '/api/office/result-laboratories', { as: clinician })
  const own = body.data.find(({ lab_id: id }: { lab_id: number }) => id === labId)
  expect(own).toMatchObject({ map_version: 1, map_saved_by: expect.any(String) })
  const bare = await site.lab({ requiresNhsNumber: false })
  const { body: after } = await site.ask('GET', '/api/office/result-laboratories', {
    as: clinician,
  })
  expect(after.data).toContainEqual(
    expect.objectContaining({ lab_id: bare, map_version: 0, map_saved_at: null }),
  )
})

test('a refused file is read again when it comes again, an accepted one is not', async () => {
  const bytes = fileOf(lines(1).map((line) => ({ ...line, Units: 'ug/L' })))
  const renamed = Buffer.from(bytes.toString().replace('Units', 'Unit'))
  const refused = await upload(site, { labId, bytes: renamed, as: clinician })
  expect(refused.body).toMatchObject({ state: 'refused', repeated: false })
  const { Units, ...columns } = COLUMNS.columns
  const map = { ...COLUMNS, columns: { ...columns, Unit: Units } }
  const url = `/api/office/labs/${labId}/column-map`
  await site.ask('PUT', url, { as: clinician, body: { version: 1, map } })
  site.moveTo(new Date(site.deps.now().getTime() + 2_000))
  const again = await upload(site, { labId, bytes: renamed, as: clinician })
  expect(again.body).toMatchObject({ id: refused.body.id, state: 'in review', repeated: false })
  expect(again.body.rows).toMatchObject({ quarantined: 1 })
  site.moveTo(new Date(site.deps.now().getTime() + 2_000))
  const third = await upload(site, { labId, bytes: renamed, as: clinician })
  expect(third.body).toMatchObject({ id: refused.body.id, repeated: true })
})
