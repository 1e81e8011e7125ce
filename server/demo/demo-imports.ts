import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/database.ts'
import { commitImport } from '../results/lab-results/commit-import.ts'
import { importFile } from '../results/lab-results/import-file.ts'
import { listLabResults } from '../results/lab-results.queries.ts'
import { reviewResult } from '../results/review/review-result.ts'
import { findStaff } from '../staff/staff.queries.ts'
import { demoDeps } from './demo-deps.ts'
import { sampledPeople } from './demo-lab-day.ts'
import { DEMO_LABS } from './demo-labs.ts'
import { reviewedLines, waitingLines } from './sample-lines.ts'
import { writeCsv } from './write-files.ts'

/** Two files of a laboratory: results for review, and rows that wait for a person. */
export async function addDemoImports(
  tx: Tx,
  own: Pick<Deps, 'fieldKeys' | 'now'>,
  { labId, clinicianId }: { labId: number; clinicianId: number },
): Promise<void> {
  const deps = demoDeps(tx, own)
  const by = await findStaff(tx, clinicianId)
  if (!by) throw new Error('there is no clinician')
  const people = await sampledPeople(tx, own.fieldKeys, DEMO_LABS.csv)
  const files = [
    { fileName: 'exeter-psa-1.csv', bytes: writeCsv(reviewedLines(people)) },
    { fileName: 'exeter-psa-2.csv', bytes: writeCsv(waitingLines(people)) },
  ]
  for (const file of files)
    await commitImport(deps, await importFile(deps, { labId, ...file }, by), by)

  const [red, green] = await listLabResults(tx, deps, { states: ['review'], after: null, limit: 2 })
  if (!red || !green) throw new Error('no result waits for its review')
  const { version } = red
  const ring = { comment: 'Please see your GP soon.', ring_first: true, version }
  await reviewResult(deps, { id: red.id, band: 'Red', ...ring }, by)
  const after = { comment: 'Please have a test again in two years.', retest_months: 24, version }
  await reviewResult(deps, { id: green.id, band: 'Green', ...after }, by)
}
