// The largest file that is accepted, as CSV and as Excel: time, memory, and that the server answers.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { MAX_ROWS } from '../../domain/office/result-states.ts'
import { commitImport } from '../../server/results/lab-results/commit-import.ts'
import { importFile } from '../../server/results/lab-results/import-file.ts'
import {
  COLUMNS,
  fileOf,
  lineOf,
  openLaboratory,
  type SampledPerson,
  sampledPeople,
} from '../app/laboratory.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { addSamplesLike } from './many-samples.queries.ts'

const MB = 1024 * 1024
const LIMITS = { seconds: 180, grownMb: 600, heldUpMs: 1_500 }

let site: TestApp
let labId: number
let lines: Record<string, string>[]
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  const opened = await openLaboratory(site, { places: 6 })
  labId = opened.labId
  const [one] = await sampledPeople(site, { event: opened.event, people: [{}] })
  const { appointmentId } = one as SampledPerson
  await addSamplesLike(site.deps.database.pool, { appointmentId, count: MAX_ROWS })
  lines = Array.from({ length: MAX_ROWS }, (_, n) => {
    const tube = `LAB${String(n + 1).padStart(8, '0')}`
    const person = { ...(one as SampledPerson), firstName: `Fn${n + 1}`, lastName: `Ln${n + 1}` }
    return lineOf({ ...person, tube }, { Result: `${(n % 90) / 10}` })
  })
})
afterAll(() => site.close())

/** Seconds, the most memory above that of the start, and the longest time without an answer. */
async function measured<T>(work: () => Promise<T>) {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const start = process.memoryUsage().rss
  let most = start
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 50)
  const begun = performance.now()
  delay.enable()
  const answer = await work()
  delay.disable()
  clearInterval(watch)
  const seconds = (performance.now() - begun) / 1_000
  return { answer, seconds, grownMb: (most - start) / MB, heldUpMs: delay.max / 1e6 }
}

test('20,000 rows are imported and recorded within minutes, while the server answers others', async () => {
  const by = { ...(await site.staff(['clinician'])), eventIds: [], leadEventIds: [] }
  const send = (fileName: string, bytes: Buffer) =>
    measured(() => importFile(site.deps, { labId, fileName, bytes }, by))
  const csv = await send('results.csv', fileOf(lines))
  const recorded = await measured(() => commitImport(site.deps, csv.answer, by))
  const headers = Object.keys(COLUMNS.columns)
  const cells = [headers, ...lines.map((line) => headers.map((name) => line[name] || null))]
  const excel = await send('results.xlsx', await writeExcelFile(cells).toBuffer())
  for (const [what, { seconds, grownMb, heldUpMs }] of Object.entries({ csv, recorded, excel })) {
    const figures = [`${seconds.toFixed(1)} s`, `+${grownMb.toFixed(0)} MB`]
    console.log(`${what}: ${figures.join(', ')}, held up for ${heldUpMs.toFixed(0)} ms at most`)
    expect(seconds, what).toBeLessThan(LIMITS.seconds)
    expect(grownMb, what).toBeLessThan(LIMITS.grownMb)
    expect(heldUpMs, what).toBeLessThan(LIMITS.heldUpMs)
  }
  expect(recorded.answer).toEqual({ committed: MAX_ROWS, changed: 0 })
  const { rows } = await site.deps.database.pool.query(
    'select state, count(*)::int as n from result_import_rows where import_id = $1 group by state',
    [excel.answer],
  )
  expect(rows).toEqual([{ state: 'repeated', n: MAX_ROWS }])
})
