import { and, eq, gt, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Pressed } from '../../../domain/office/hourly-limit.ts'
import type { Registered } from '../../../domain/office/walk-in-limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { attendanceActions, places } from '../../platform/db/schema.ts'

type Of = { staffId: number; at: Date; now: Date }

/**
 * What the person registered within an hour of `at`, or sent in the hour before `now`, at every event;
 * with those of whom only a doubt was recorded.
 */
export function listWalkInsOf(q: Queryable, of: Of): Promise<Registered[]> {
  const { appointmentId, type, status, code } = attendanceActions
  const isKeptBack = sql`exists (select from ${places}
    where ${eq(places.appointmentId, appointmentId)} and ${places.isKeptBack})`
  return q
    .select({
      ...times,
      isOpenPlace: sql<boolean>`${appointmentId} is not null and not ${isKeptBack}`,
    })
    .from(attendanceActions)
    .where(
      and(eq(type, 'walk_in'), or(ne(status, 'refused'), eq(code, 'capacity_doubted')), isNear(of)),
    )
    .limit(MOST_COUNTED)
}

/** The samples that the person recorded, likewise. */
export function listSamplesOf(q: Queryable, of: Of): Promise<Pressed[]> {
  const { type, status } = attendanceActions
  return q
    .select(times)
    .from(attendanceActions)
    .where(and(eq(type, 'sample'), ne(status, 'refused'), isNear(of)))
    .limit(MOST_COUNTED)
}

const times = { at: attendanceActions.at, receivedAt: attendanceActions.recordedAt }

// Above every limit.
const MOST_COUNTED = 1_000

function isNear({ staffId, at, now }: Of): SQL | undefined {
  const hour = (of: Date, hours: number) => new Date(of.getTime() + hours * 3_600_000)
  return and(
    eq(attendanceActions.staffId, staffId),
    or(
      and(gt(attendanceActions.at, hour(at, -1)), lt(attendanceActions.at, hour(at, 1))),
      gt(attendanceActions.recordedAt, hour(now, -1)),
    ),
  )
}
