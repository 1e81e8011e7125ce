import { DAY_MS } from '../../../domain/durations.ts'
import { missedBefore } from '../../../domain/office/closing-a-day.ts'
import { commit } from '../../platform/commit.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { findStaff } from '../../staff/staff.queries.ts'
import { listClosedDays, listExpected, lockDay } from './attendance.queries.ts'
import { recordMissed, tellOfDay } from './close-day.ts'
import type { AttendanceDeps } from './day-context.ts'

const DAYS = 3

/**
 * For each day that was closed before its last slots were over: records those who did not come since, by
 * the person who closed it, and writes to who missed their time. Failures go to `onError` and are tried again by the next run.
 */
export async function finishClosedDays(deps: AttendanceDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const days = await listClosedDays(deps.database.db, { since, now })
  await forEachSafely(days, onError, ({ eventId, closedBy }) =>
    commit(deps, async (tx) => {
      await lockDay(tx, eventId)
      const by = closedBy === null ? null : await findStaff(tx, closedBy)
      const missed = await listExpected(tx, { eventId, endedBy: missedBefore(now) })
      if (by) await recordMissed(tx, deps, { eventId, missed, by, now })
      await tellOfDay(tx, deps, { eventId, now })
    }),
  )
}
