import { randomUUID } from 'node:crypto'
import type { CharityEvent } from '../../domain/contract.ts'
import type { ColumnMap } from '../../domain/office/lab-columns.ts'
import type { OpenedResult } from '../../domain/office/lab-result-schemas.ts'
import { slashDate, ukInstant } from '../../domain/uk-time.ts'
import { sealNhsNumber } from '../../server/members/user-profile.ts'
import { bookedId } from './bookings.ts'
import type { TestApp } from './test-app.ts'
import { newTube } from './tubes.ts'

export type Clinician = Awaited<ReturnType<TestApp['staff']>>
/** Somebody whose sample was taken. */
export type SampledPerson = {
  memberId: number
  appointmentId: number
  tube: string
  firstName: string
  lastName: string
  dateOfBirth: string
  date: string
}

export const COLUMNS: ColumnMap = {
  format: 'table',
  columns: {
    'Lab no': 'lab_number',
    Barcode: 'tube',
    'NHS No': 'nhs_number',
    Surname: 'last_name',
    Forename: 'first_name',
    DOB: 'date_of_birth',
    Collected: 'collected',
    Test: 'test',
    Result: 'value',
    Units: 'unit',
    Status: 'status',
  },
  tests: ['PSA'],
  units: { 'ng/mL': 'ng/mL', 'ug/L': 'ng/mL' },
}

const START = new Date('2027-01-12T09:00:00Z')
const OPENED_AT_ONCE = 6

/** A laboratory whose column map is saved, and an event of today that sends it its samples. */
export async function openLaboratory(site: TestApp, { places = 30 } = {}) {
  const labId = await site.lab({ requiresNhsNumber: false })
  if (labId === null) throw new Error('there is no laboratory')
  const clinician = await site.staff(['clinician'])
  const url = `/api/office/labs/${labId}/column-map`
  const { status } = await site.ask('PUT', url, {
    as: clinician,
    body: { version: 0, map: COLUMNS },
  })
  if (status !== 200) throw new Error(`the column map was answered ${status}`)
  const event = await site.event({ labId, places: Math.ceil(places / 6) * 6 })
  return { labId, clinician, event }
}

/** Members who booked, came, and had their sample taken; `people` names them. */
export async function sampledPeople(
  site: TestApp,
  {
    event,
    people,
    answers = {},
    consent = {},
  }: {
    event: CharityEvent
    people: Parameters<TestApp['member']>[0][]
    answers?: Record<string, unknown>
    consent?: Parameters<TestApp['consent']>[2]
  },
): Promise<SampledPerson[]> {
  const sampled: SampledPerson[] = []
  const times = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']
  for (const [place, person] of people.entries()) {
    const member = await site.member(person)
    await site.consent(member, event, { answers, ...consent })
    const time = times[place % times.length] ?? '10:00'
    const appointmentId = await bookedId(site, member, event, time)
    const { id: memberId, firstName, lastName, dateOfBirth } = member
    const tube = newTube()
    const who = { firstName, lastName, dateOfBirth }
    sampled.push({ ...who, memberId, appointmentId, tube, date: event.event_date })
  }
  site.moveTo(ukInstant(event.event_date, '11:50'))
  const venue = await site.staff(['venue'], { eventIds: [event.event_id] })
  const actions = sampled.map(({ appointmentId, tube }, place) => ({
    id: randomUUID(),
    device: 'tablet',
    sequence: place + 1,
    at: site.deps.now().toISOString(),
    appointment_id: appointmentId,
    type: 'sample',
    tube,
  }))
  const url = `/api/office/days/${event.event_id}/actions`
  if (actions.length > 0) {
    const { status } = await site.ask('POST', url, { as: venue, body: { actions } })
    if (status !== 200) throw new Error(`the samples were answered ${status}`)
  }
  return sampled
}

/** A laboratory of the test's own with samples of `people`, and two clinicians who see them at `at`. */
export async function openReviews(
  site: TestApp,
  {
    people: wanted,
    answers,
    consent,
    at,
  }: {
    people: Parameters<TestApp['member']>[0][]
    answers?: Record<string, unknown>
    consent?: Parameters<TestApp['consent']>[2]
    /** The moment of the samples by default. */
    at?: Date
  },
) {
  site.moveTo(START)
  const { labId, event } = await openLaboratory(site, { places: wanted.length })
  const more = { ...(answers && { answers }), ...(consent && { consent }) }
  const people = await sampledPeople(site, { event, people: wanted, ...more })
  if (at) site.moveTo(at)
  const clinician = await site.staff(['clinician'])
  return { labId, event, people, clinician, other: await site.staff(['clinician']) }
}

/** Uploads and commits these lines; the laboratory's results of them as a clinician opens them. */
export async function importLines(
  site: TestApp,
  { labId, lines, as }: { labId: number; lines: Record<string, string>[]; as: Clinician },
): Promise<OpenedResult[]> {
  const { body } = await upload(site, { labId, bytes: fileOf(lines), as })
  const url = `/api/office/result-imports/${body.id}/commit`
  const committed = await site.ask('POST', url, { as })
  const { rows } = committed.body
  if (rows?.committed !== lines.length) throw new Error(`committed are ${JSON.stringify(rows)}`)
  const { rows: found } = await site.deps.database.pool.query<{ id: number }>(
    'select id from lab_results where lab_id = $1 order by id desc limit $2',
    [labId, lines.length],
  )
  const opened: OpenedResult[] = []
  const ids = found.reverse().map(({ id }) => id)
  for (let from = 0; from < ids.length; from += OPENED_AT_ONCE) {
    const part = ids.slice(from, from + OPENED_AT_ONCE)
    opened.push(...(await Promise.all(part.map((id) => openResult(site, id, as)))))
  }
  return opened
}

/** As the clinician opens it. */
export async function openResult(site: TestApp, id: number, as: Clinician): Promise<OpenedResult> {
  const { status, body } = await site.ask('GET', `/api/office/results/${id}`, { as })
  if (status !== 200) throw new Error(`result ${id} was answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** Gives the member an NHS number that nobody has confirmed. */
export async function giveNhsNumber(
  { deps }: TestApp,
  { memberId }: SampledPerson,
  nhsNumber: string,
): Promise<void> {
  const { pool } = deps.database
  const of = 'select user_id as "sealId" from members where id = $1'
  const { rows } = await pool.query<{ sealId: string }>(of, [memberId])
  const sealed = sealNhsNumber(deps.fieldKeys, { nhsNumber, sealId: rows[0]?.sealId ?? '' })
  const save = 'update members set nhs_number = $2, nhs_number_index = $3 where id = $1'
  await pool.query(save, [memberId, sealed.nhsNumber, sealed.nhsNumberIndex])
}

/** A line of a laboratory's file, by the headers of COLUMNS. */
export function lineOf(
  person: SampledPerson,
  written: Partial<Record<keyof typeof COLUMNS.columns, string>> = {},
): Record<string, string> {
  return {
    'Lab no': `N-${person.tube}`,
    Barcode: person.tube,
    'NHS No': '',
    Surname: person.lastName.toUpperCase(),
    Forename: person.firstName,
    DOB: slashDate(person.dateOfBirth),
    Collected: slashDate(person.date),
    Test: 'PSA',
    Result: '1.2',
    Units: 'ug/L',
    Status: 'F',
    ...written,
  }
}

export function fileOf(lines: Record<string, string>[]): Buffer {
  const headers = Object.keys(COLUMNS.columns)
  const rows = lines.map((line) => headers.map((name) => line[name] ?? '').join(','))
  return Buffer.from([headers.join(','), ...rows].join('\r\n'))
}

export function upload(
  site: TestApp,
  { labId, bytes, as }: { labId: number; bytes: Buffer; as: Clinician },
) {
  const boundary = 'file-of-a-laboratory'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="lab"\r\n\r\n${labId}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="results.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return site.ask('POST', '/api/office/result-imports', {
    as,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}
