import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { Deps } from '../deps.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'
import { countGuess } from '../rate-limits/rate-limits.queries.ts'
import { insertErrorReport } from './error-log.queries.ts'
import { scrub } from './scrub.ts'

const HOUR_MS = 3_600_000
const EVERYBODY = Buffer.alloc(32)
/** Reports beyond this in an hour are neither counted nor stored. */
const MOST_COUNTED = 1_000_000

/**
 * Hourly limits: `perAddress`, scaled by the rate limit setting, and `allKept`, the reports of all
 * together that are stored before only a sample is.
 */
export type ReportKind = { what: string; perAddress: number; allKept: number }

/**
 * Stores one scrubbed report, or only counts it: the more arrive in an hour, the smaller the
 * stored sample, so that no reporter uses up the limit of others. Throws Refused too_many_requests
 * when this address sent too many.
 */
export async function keepReport(
  { database, fieldKeys, settings, now: clock }: ReportDeps,
  kind: ReportKind,
  report: { message: string; description: string | null; address: string },
): Promise<void> {
  const { db } = database
  const now = clock()
  const what = `${kind.what} of an address`
  const reporter = { what, who: fieldKeys.blindIndex(ipPrefix(report.address), what) }
  const limit = Math.ceil(kind.perAddress * settings.rateLimitScale)
  await consumeOrThrow(db, reporter, { limit, windowMs: HOUR_MS, now })
  const all = { what: kind.what, who: EVERYBODY }
  const n = await countGuess(db, all, { limit: MOST_COUNTED, windowMs: HOUR_MS, now })
  if (n === null || !isSampled(n, kind.allKept)) return
  await insertErrorReport(db, {
    message: scrub(report.message),
    description: report.description ? scrub(report.description) : null,
    at: now,
  })
}

type ReportDeps = Pick<Deps, 'database' | 'fieldKeys' | 'settings' | 'now'>

/** Stores the first `all` of an hour, then every 10th up to ten times that, and so on. */
export function isSampled(n: number, all: number): boolean {
  let step = 1
  while (n > all * step) step *= 10
  return n % step === 0
}
