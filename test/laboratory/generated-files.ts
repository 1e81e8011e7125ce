// Files as laboratories spoil them: CSV or Excel, columns in any order, encodings, cut lines, formulas,
// rows of one member under another's tube, repeated rows, and members who share a birth date, a name and
// an event.
import writeExcelFile from 'write-excel-file/node'
import { isNhsNumber, looksMistyped } from '../../domain/nhs-number.ts'
import type { matchRow } from '../../domain/office/result-matching.ts'
import { plainTubeCode } from '../../domain/office/tube-code.ts'
import { slashDate } from '../../domain/uk-time.ts'
import { openLabResult } from '../../server/facts/sealed-lab-results.ts'
import { Refused } from '../../server/platform/http/refused.ts'
import { commitImport } from '../../server/results/lab-results/commit-import.ts'
import { decideRow } from '../../server/results/lab-results/decide-row.ts'
import { importFile } from '../../server/results/lab-results/import-file.ts'
import { takeBack } from '../../server/results/review/take-back.ts'
import {
  COLUMNS,
  giveNhsNumber,
  lineOf,
  openLaboratory,
  type SampledPerson,
  sampledPeople,
} from '../app/laboratory.ts'
import { type Random, seeded } from '../app/seeded.ts'
import { openTestApp } from '../app/test-app.ts'
import { wrongOwnersOf } from './lab-invariants.queries.ts'

type Owner = SampledPerson & { nhsNumber: string }
type Line = Record<string, string>

const TWIN = { firstName: 'José', lastName: 'Núñez', dateOfBirth: '1960-05-14' }
const PEOPLE = [
  TWIN,
  { ...TWIN, firstName: 'Luis' },
  TWIN,
  { firstName: 'Sam', lastName: 'Carter', dateOfBirth: '1960-05-14' },
  { firstName: 'Sam', lastName: 'Carter', dateOfBirth: '1961-06-15' },
  { firstName: 'Ann', lastName: 'Smith-Jones', dateOfBirth: '1955-01-02' },
]

/**
 * Imports and commits `count` files; returns what is wrong, nothing when all is well. With another
 * rule for a match the first wrong file is the last.
 */
export async function runFiles({
  count,
  seed,
  match,
}: {
  count: number
  seed: number
  match?: typeof matchRow
}): Promise<{ wrong: string[]; rows: number; committed: number }> {
  const site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  const sum = { wrong: [] as string[], rows: 0, committed: 0 }
  try {
    const { labId, event } = await openLaboratory(site, { places: 6 })
    const owners: Owner[] = []
    const numbers = nhsNumbers()
    for (const person of await sampledPeople(site, { event, people: PEOPLE })) {
      const nhsNumber = numbers.next().value ?? ''
      await giveNhsNumber(site, person, nhsNumber)
      owners.push({ ...person, nhsNumber })
    }
    const by = { ...(await site.staff(['clinician'])), eventIds: [], leadEventIds: [] }
    const deps = { ...site.deps, ...(match && { match }) }
    const { pool } = site.deps.database
    const byAppointment = new Map(owners.map((one) => [one.appointmentId, one]))
    for (let n = 0; n < count && !(match && sum.wrong.length > 0); n++) await one(seed + n)

    async function one(own: number): Promise<void> {
      const random = seeded(own)
      const say = (what: string) => sum.wrong.push(`SEED=${own}: ${what}`)
      const { bytes, lines, values, again: other } = await newFile(random, owners)
      const send = (file: Buffer) =>
        importFile(deps, { labId, fileName: 'results.csv', bytes: file }, by)
      const id = await send(bytes)
      const found = await rowsOf(id)
      const isRefused = found.state === 'refused'
      if (!isRefused && found.rows.length !== lines)
        say(`${lines} lines became ${found.rows.length} rows`)
      if (isRefused && found.rows.length > 0) say('a refused file has rows')
      const decides = random.chance(0.5)
      if (decides) await decideSome(random, id, found.rows)
      if (!isRefused) await commitImport(deps, id, by)
      if (decides) await takeSomeBack(random, id)
      for (const what of await wrongOwnersOf(pool)) say(what)
      const results = await resultsOf()
      for (const result of results) {
        const why = whyNot(result)
        if (why) say(why)
        // What was taken back is of an earlier file.
        const { value } = openLabResult(site.deps.fieldKeys, result)
        if (result.state === 'review' && value !== null && !values.has(value))
          say(`the value ${value} is written nowhere`)
      }
      const after = await rowsOf(id)
      const ended = after.rows.filter(({ state }) => state === 'committed')
      if (ended.length !== results.length)
        say(`${ended.length} committed rows are ${results.length} results`)
      if (after.rows.some(({ state }) => state === 'matched')) say('a row was left matched')
      sum.rows += after.rows.length
      sum.committed += ended.length
      if (!isRefused && (await send(bytes)) !== id) say('the same file was imported again')
      if (!isRefused && !decides) {
        const again = await send(other)
        if ((await rowsOf(again)).state === 'in review') await commitImport(deps, again, by)
        const later = await resultsOf()
        if (later.length !== results.length)
          say(`a repeat made ${later.length} of ${results.length}`)
      }
      await site.owner.execute('delete from result_import_rows')
      await site.owner.execute('delete from care_loops')
      // What was taken back stays, since its review is append-only.
      await site.owner.execute(`delete from lab_results l
        where not exists (select from result_reviews where lab_result_id = l.id)`)
      await site.owner.execute('delete from result_imports')
    }

    async function decideSome(random: Random, importId: number, rows: { row: number }[]) {
      for (const { row } of rows) {
        if (random.chance(0.5)) continue
        const appointment = random.pick(owners).appointmentId
        const decision = random.chance(0.9) ? 'match' : 'discard'
        const asked = { importId, row, decision, appointment_id: appointment } as const
        try {
          await decideRow(deps, asked, by)
        } catch (error) {
          if (!(error instanceof Refused)) throw error
        }
      }
    }

    /** Of what was recorded, before another commit. */
    async function takeSomeBack(random: Random, importId: number) {
      const open = (await resultsOf()).filter(({ state }) => state === 'review')
      const taken = open.filter(() => random.chance(0.3))
      for (const { id, version } of taken)
        await takeBack(deps, { id: Number(id), version, note: 'Of somebody else' }, by)
      if (taken.length === 0) return
      const { rows } = await rowsOf(importId)
      const again = rows.filter(({ state }) => state === 'close')
      await decideSome(random, importId, again)
      await commitImport(deps, importId, by)
    }

    async function rowsOf(id: number) {
      const imports = await pool.query('select state from result_imports where id = $1', [id])
      const { rows } = await pool.query<{ row: number; state: string }>(
        'select row, state from result_import_rows where import_id = $1 order by row',
        [id],
      )
      return { state: String(imports.rows[0]?.state), rows }
    }

    async function resultsOf() {
      const { rows } = await pool.query(
        `select l.id, l.appointment_id as "appointmentId", l.member_id as "memberId",
            l.seal_id as "sealId", l.sealed, l.state, l.version, r.decision
          from lab_results l left join result_import_rows r on r.lab_result_id = l.id
          where not (l.state = 'discarded' and r.row is null)`,
      )
      return rows
    }

    function whyNot(result: Awaited<ReturnType<typeof resultsOf>>[number]): string | null {
      const owner = byAppointment.get(result.appointmentId)
      const row = openLabResult(site.deps.fieldKeys, result)
      if (!owner || owner.memberId !== result.memberId) return 'a result is of nobody'
      const isBorn = row.date_of_birth === owner.dateOfBirth
      const isNumber = row.nhs_number === owner.nhsNumber
      const isTube = row.tube !== null && plainTubeCode(row.tube) === owner.tube
      const isDecided = result.decision === 'match'
      const isNamed = row.nhs_number === null && isDecided
      const isOwn = isTube
        ? isBorn || isDecided
        : row.tube === null && isBorn && (isNumber || isNamed)
      return isOwn ? null : `row ${row.row} reached member ${owner.memberId}`
    }
    return sum
  } finally {
    await site.close()
  }
}

async function newFile(random: Random, owners: Owner[]) {
  const lines: Line[] = []
  const wanted = 1 + random.below(9)
  while (lines.length < wanted) {
    const earlier = lines.length > 0 && random.chance(0.15) ? random.pick(lines) : null
    const line: Line = earlier
      ? { ...earlier, ...doubled(random) }
      : { ...lineOf(random.pick(owners)) }
    lines.push(random.chance(0.45) ? { ...line, ...spoilt(random, random.pick(owners)) } : line)
  }
  const file = await written(random, lines)
  const values = new Set([...lines.map((line) => line.Result ?? ''), ...file.cutValues])
  return { ...file, values }
}

function doubled(random: Random): Line {
  return random.pick<Line>([
    {},
    { 'Lab no': 'OTHER' },
    { Result: '9.9' },
    { Status: 'C', Result: '9.9' },
    { Status: 'D' },
  ])
}

function spoilt(random: Random, other: Owner): Line {
  const { nhsNumber, tube, lastName, firstName } = other
  const born = slashDate(other.dateOfBirth)
  return random.pick<Line>([
    { Barcode: '' },
    { Barcode: '', 'NHS No': nhsNumber },
    { Barcode: '', 'NHS No': nhsNumber, DOB: born },
    { Barcode: '', 'NHS No': nhsNumber, DOB: born, Surname: lastName, Forename: firstName },
    { Barcode: tube },
    { Barcode: 'LAB00000' },
    { 'NHS No': nhsNumber },
    { 'NHS No': '999 999 9999' },
    { DOB: born },
    { DOB: '05/14/1960' },
    { DOB: '14/05/1961' },
    { DOB: '06/01/1957' },
    { Surname: lastName, Forename: firstName },
    { Result: '=1+1' },
    { Result: '1.2.3' },
    { Result: 'Haemolysed', Units: '' },
    { Status: 'C' },
    { Status: 'D' },
    { Status: 'P' },
    { Collected: '01/01/2027' },
    { Collected: '' },
    { 'Lab no': '' },
  ])
}

/**
 * `again` is the same report as a file of other bytes; `lines` are those that are not empty. `cutValues`:
 * results that were cut at the end of a line which has all its cells, so that nobody can see it.
 */
type Written = { bytes: Buffer; again: Buffer; lines: number; cutValues: string[] }

async function written(random: Random, lines: Line[]): Promise<Written> {
  const headers = Object.keys(COLUMNS.columns)
  for (let place = headers.length - 1; place > 0; place--) {
    const other = random.below(place + 1)
    ;[headers[place], headers[other]] = [headers[other] ?? '', headers[place] ?? '']
  }
  if (random.chance(0.15)) return asExcel(random, headers, lines)
  const delimiter = random.pick([',', ';', '\t'])
  const texts = lines.map((line) => {
    const text = headers.map((name) => line[name] ?? '').join(delimiter)
    return random.chance(0.1) ? text.slice(0, 1 + random.below(text.length)) : text
  })
  const text = [headers.join(delimiter), ...texts, ''].join(random.pick(['\r\n', '\n']))
  const encoding = random.pick(['utf8', 'utf16le', 'latin1'] as const)
  const mark = encoding === 'utf16le' || (encoding === 'utf8' && random.chance(0.5)) ? '\ufeff' : ''
  const bytes = Buffer.from(mark + text, encoding)
  return {
    bytes,
    again: Buffer.concat([bytes, Buffer.from('\n', encoding)]),
    lines: texts.filter((one) => one.replaceAll(delimiter, '').trim() !== '').length,
    cutValues: headers.at(-1) === 'Result' ? lastCells(texts, { headers, delimiter }) : [],
  }
}

/** Of the lines with a cell for each header. */
function lastCells(
  texts: string[],
  { headers, delimiter }: { headers: string[]; delimiter: string },
): string[] {
  const rows = texts.map((text) => text.split(delimiter))
  return rows.filter(({ length }) => length === headers.length).map((row) => row.at(-1) ?? '')
}

/** A tenth have a formula, by which the file is refused whole. */
async function asExcel(random: Random, headers: string[], lines: Line[]): Promise<Written> {
  const texts = [headers, ...lines.map((line) => headers.map((name) => line[name] ?? ''))]
  const cells = texts.map((row) => row.map((text) => (text === '' ? null : text)))
  const formula = { type: 'Formula' as const, value: '=1+1' }
  const last = random.chance(0.1) ? [formula] : []
  const write = (end: (typeof cells)[number]) => writeExcelFile([...cells, last, end]).toBuffer()
  return { bytes: await write([]), again: await write([' ']), lines: lines.length, cutValues: [] }
}

function* nhsNumbers(): Generator<string, undefined> {
  for (let n = 9_990_000_000; n < 9_999_999_999; n++)
    if (isNhsNumber(String(n)) && !looksMistyped(String(n))) yield String(n)
}
