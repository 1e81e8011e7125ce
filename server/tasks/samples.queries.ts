// What a press at the door means for reports and forms that were there before it.
import { inArray, sql } from 'drizzle-orm'
import { listStandingSamples } from '../facts/standing-samples.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { labResults } from '../platform/db/schema.ts'
import { listWithLabResult } from './loops.queries.ts'

/** Samples of an appointment that were undone, of tubes without a standing sample there. */
const UNDONE = sql`select sample.tube, sample.recorded_at as taken_at, min(undo.recorded_at) as undone_at
  from attendance_actions sample
  join attendance_actions undo on undo.undoes = sample.action_id and undo.status <> 'refused'
  where sample.appointment_id = about.id and sample.type = 'sample' and sample.status <> 'refused'
    and not exists (select from attendance_actions standing
      where standing.appointment_id = about.id and standing.type = 'sample'
        and standing.status <> 'refused' and standing.tube = sample.tube
        and not exists (select from attendance_actions other
          where other.undoes = standing.action_id and other.status <> 'refused'))
  group by sample.tube, sample.recorded_at`

type StandingReport = {
  labResultId: number | null
  resultId: number | null
  /** A sample of the appointment was undone after the report came, and its tube is not theirs now. */
  isUndone: boolean
}

/** The laboratory's reports on the appointment, and results without one, that count now. */
export async function listStandingReports(
  q: Queryable,
  appointmentId: number,
): Promise<StandingReport[]> {
  const { rows } = await q.execute<{ lab: string | null; result: string | null; undone: boolean }>(
    sql`with about as (select ${appointmentId}::bigint as id),
      reports as (
        select report.id as lab, report.result_id as result, report.recorded_at from lab_results report, about
          where report.appointment_id = about.id and report.state <> 'discarded'
            and not exists (select from lab_results newer where newer.replaces_id = report.id)
        union all
        select null, released.id, released.recorded_at from results released, about
          where released.appointment_id = about.id and released.released_at is not null
            and not exists (select from lab_results report where report.result_id = released.id)
            and not exists (select from results newer where newer.supersedes_id = released.id))
      select reports.lab, reports.result, exists (select from about, lateral (${UNDONE}) taken
        where taken.undone_at >= reports.recorded_at) as undone from reports`,
  )
  return rows.map(({ lab, result, undone }) => ({
    labResultId: lab === null ? null : Number(lab),
    resultId: result === null ? null : Number(result),
    isUndone: undone,
  }))
}

/**
 * Whether a laboratory form that was made lists a tube that was taken back since. A form's moment
 * may lie up to a minute beside the press that it was made with.
 */
export async function isOnEarlierForm(q: Queryable, appointmentId: number): Promise<boolean> {
  const { rows } = await q.execute<{ is: boolean }>(
    sql`with about as (select ${appointmentId}::bigint as id)
      select exists (select from about join appointments on appointments.id = about.id
        join laboratory_forms form on form.event_id = appointments.event_id,
        lateral (${UNDONE}) taken
        where form.made_at >= taken.taken_at - interval '1 minute'
          and form.made_at <= taken.undone_at) as is`,
  )
  return rows[0]?.is === true
}

/** Of these reports those appointments at which a sample stands that no report is about any more. */
export async function listWithoutResult(
  q: Queryable,
  labResultIds: readonly number[],
): Promise<{ memberId: number; appointmentId: number }[]> {
  if (labResultIds.length === 0) return []
  const rows = await q
    .selectDistinct({ memberId: labResults.memberId, appointmentId: labResults.appointmentId })
    .from(labResults)
    .where(inArray(labResults.id, [...labResultIds]))
  const appointmentIds = rows.map(({ appointmentId }) => appointmentId)
  const samples = await listStandingSamples(q, appointmentIds)
  const sampled = new Set(samples.map(({ appointmentId }) => appointmentId))
  const reported = await listWithLabResult(q, appointmentIds)
  return rows.filter(({ appointmentId: id }) => sampled.has(id) && !reported.has(id))
}
