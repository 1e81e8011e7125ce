import type { Deps } from '../../deps.ts'
import { consume, consumeAlone, EVERYBODY } from '../rate-limits/rate-limits.ts'
import { insertErrorReport } from './error-log.queries.ts'
import { scrub } from './scrub.ts'

/** `sampleAfter`: reports of an hour that are stored before only a sample of them is. */
type ReportKind = { name: 'error reports' | 'policy reports'; sampleAfter: number }

/** Stores a report, or only counts it when many arrive. Throws Refused too_many_requests. */
export async function saveReport(
  deps: ReportDeps,
  kind: ReportKind,
  report: { message: string; description: string | null; address: string },
): Promise<void> {
  const { db } = deps.database
  await consumeAlone(deps, [[`${kind.name} of an address`, report.address]])
  const n = await consume(db, deps, kind.name, EVERYBODY)
  if (n === null || !isSampled(n, kind.sampleAfter)) return
  await insertErrorReport(db, {
    message: scrub(report.message),
    description: report.description ? scrub(report.description) : null,
    at: deps.now(),
  })
}

type ReportDeps = Pick<Deps, 'database' | 'fieldKeys' | 'settings' | 'now'>

/** True for the first `all` of an hour, then for every 10th up to ten times that, and so on. */
export function isSampled(n: number, all: number): boolean {
  let step = 1
  while (n > all * step) step *= 10
  return n % step === 0
}
