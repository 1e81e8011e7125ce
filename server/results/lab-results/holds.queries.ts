import { inArray, sql } from 'drizzle-orm'
import { doubtOfSample } from '../../../domain/office/capacity.ts'
import { listCapacityEntries } from '../../facts/capacity.queries.ts'
import { isNamedFor } from '../../facts/readers.queries.ts'
import { listDifferingSamples } from '../../facts/slips.queries.ts'
import { listStandingConsents } from '../../facts/standing-consent.queries.ts'
import { listStandingSamples } from '../../facts/standing-samples.queries.ts'
import { listSharedSamples, listUndoneSamples } from '../../facts/undone-samples.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { labResults } from '../../platform/db/schema.ts'

type Held = { id: number; memberId: number; appointmentId: number }

const hasLaterReport = sql<boolean>`exists (with recursive later as (
    select report.id, report.state from lab_results report where report.replaces_id = lab_results.id
    union all select report.id, report.state from lab_results report
      join later on report.replaces_id = later.id)
  select from later where later.state <> 'discarded')`
const ofPerson = (column: 'died_at' | 'erased_at') =>
  sql<Date | null>`(select coalesce(kept.${sql.raw(column)}, own.${sql.raw(column)}) from members own
    left join members kept on kept.id = own.merged_into
    where own.id = lab_results.member_id)`.mapWith(labResults.recordedAt)

/** When the record was merged into the one that it is part of; null once its result was named. */
const mergedAt = sql<Date | null>`(select max(merge.at) from members own
    join member_merges merge on merge.merged_id = own.id
    where own.id = lab_results.member_id and own.merged_into is not null
      and not coalesce(${isNamedFor(sql`own.merged_into`, sql`lab_results.result_id`)}, false))`.mapWith(
  labResults.recordedAt,
)

/** What holds are derived from, but for the tube and the choice, which are sealed. */
export async function listHoldFacts(q: Queryable, held: readonly Held[]) {
  const appointmentIds = [...new Set(held.map(({ appointmentId }) => appointmentId))]
  const of = { appointmentId: (one: { appointmentId: number }) => one.appointmentId }
  const standing = Map.groupBy(await listStandingSamples(q, appointmentIds), of.appointmentId)
  const undone = Map.groupBy(await listUndoneSamples(q, appointmentIds), of.appointmentId)
  const differing = Map.groupBy(await listDifferingSamples(q, appointmentIds), of.appointmentId)
  const shared = Map.groupBy(await listSharedSamples(q, appointmentIds), of.appointmentId)
  const consents = await listStandingConsents(q, appointmentIds)
  const memberIds = held.map(({ memberId }) => memberId)
  const capacity = await listCapacityEntries(q, memberIds)
  const rows = await q
    .select({
      id: labResults.id,
      diedAt: ofPerson('died_at'),
      erasedAt: ofPerson('erased_at'),
      mergedAt,
      hasLaterReport,
    })
    .from(labResults)
    .where(
      inArray(
        labResults.id,
        held.map(({ id }) => id),
      ),
    )
  const known = new Map(rows.map((row) => [row.id, row]))
  return held.map(({ id, memberId, appointmentId }) => {
    const consent = consents.get(appointmentId)
    const row = known.get(id)
    const entries = capacity.get(memberId) ?? []
    const samples = standing.get(appointmentId) ?? []
    return {
      id,
      standing: samples,
      undone: undone.get(appointmentId) ?? [],
      differing: differing.get(appointmentId) ?? [],
      declarations: (shared.get(appointmentId) ?? []).map(({ actionIds }) => actionIds),
      consentWithdrawnAt: consent?.withdrawnAt ?? null,
      sharesWithGp: consent?.sharesWithGp ?? false,
      doubtedAt:
        samples
          .map(({ at }) => doubtOfSample(entries, { appointmentId, sampledAt: at }))
          .find((at) => at !== null) ?? null,
      mergedAt: row?.mergedAt ?? null,
      diedAt: row?.diedAt ?? null,
      isErased: Boolean(row?.erasedAt),
      hasLaterReport: row?.hasLaterReport ?? false,
    }
  })
}

/** Whoever undoes a sample, withdraws a consent or records a death waits until the transaction ends. */
export async function lockFacts(
  q: Queryable,
  { memberId, appointmentId }: Omit<Held, 'id'>,
): Promise<void> {
  await q.execute(sql`select from event_days day join appointments of_day
    on of_day.event_id = day.event_id where of_day.id = ${appointmentId} for share of day`)
  await q.execute(sql`select from members where id = ${memberId} for share`)
}
