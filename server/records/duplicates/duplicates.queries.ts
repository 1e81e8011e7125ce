import { sql } from 'drizzle-orm'
import { isNamedFor } from '../../facts/readers.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'

export type Double = {
  id: number
  first_name: string
  last_name: string
  date_of_birth: string
  postcode: string | null
  has_account: boolean
  number: string | null
}

const columns = (of: 'a' | 'b') =>
  sql.raw(`json_build_object('id', ${of}.id,
  'first_name', ${of}.first_name, 'last_name', ${of}.last_name, 'date_of_birth', ${of}.date_of_birth,
  'postcode', ${of}.postcode, 'has_account', ${of}.user_id is not null,
  'number', encode(${of}.nhs_number_index, 'hex'))`)

type DuplicatesTab = 'open' | 'decided'
export type ListedPair = { one: Double; other: Double; decided: Decided | null }
type Decided = { by: string; at: string; reason: string }
type PairIds = { one: number; other: number }

const isIn = {
  open: sql`pair.decided_at is null`,
  decided: sql`pair.decided_at is not null`,
}

/** Newest first, by the ids of the pair. */
export async function listDuplicates(
  q: Queryable,
  { tab, after, limit }: { tab: DuplicatesTab; after: PairIds | null; limit: number },
): Promise<ListedPair[]> {
  const isAfter = after
    ? sql`(one_id, other_id) < (${after.one}::bigint, ${after.other}::bigint)`
    : sql`true`
  const { rows } = await q.execute<ListedPair>(sql`
    with pair as materialized (select * from likely_doubles pair where ${isIn[tab]}
      and ${isAfter} order by one_id desc, other_id desc limit ${limit})
    select ${columns('a')} as one, ${columns('b')} as other,
        case when pair.decided_at is not null then json_build_object('by', staff.name,
          'at', pair.decided_at, 'reason', pair.reason) end as decided
      from pair join members a on a.id = pair.one_id
      join members b on b.id = pair.other_id left join staff on staff.id = pair.decided_by
      order by pair.one_id desc, pair.other_id desc`)
  return rows
}

const MOST_COUNTED = 5_000

/** The pairs of each tab; beyond MOST_COUNTED the database's estimate of all. */
export async function countDuplicates(q: Queryable): Promise<Record<DuplicatesTab, number>> {
  const counted = (tab: DuplicatesTab) => sql`(select count(*)::int from
    (select from likely_doubles pair where ${isIn[tab]} limit ${MOST_COUNTED}) counted)`
  const { rows } = await q.execute<Record<DuplicatesTab | 'estimate', number>>(sql`
    select ${counted('open')} as open, ${counted('decided')} as decided,
      (select greatest(reltuples, 0)::int from pg_class
        where oid = 'public.likely_doubles'::regclass) as estimate`)
  const { open = 0, decided = 0, estimate = 0 } = rows[0] ?? {}
  const total = (count: number, others: number) =>
    count < MOST_COUNTED ? count : Math.max(count, estimate - others)
  return { open: total(open, decided), decided: total(decided, open) }
}

const MOST_NEW = 500

/** The open pairs whose newer record was made after `since`, of the newest 500 pairs. */
export async function countNewDuplicates(q: Queryable, since: Date): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    with newest as (select one_id, other_id from likely_doubles where decided_at is null
      order by other_id desc limit ${MOST_NEW})
    select count(*)::int as count from newest
      join members a on a.id = one_id join members b on b.id = other_id
      where greatest(a.created_at, b.created_at) > ${since.toISOString()}`)
  return rows[0]?.count ?? 0
}

/** Results of merged records that no admin has named yet, oldest first; ids above `after`. */
export async function listUnnamedResults(
  q: Queryable,
  { after, limit }: { after: number; limit: number },
) {
  const { rows } = await q.execute<Unnamed>(sql`
    select r.id as result_id, kept.id as member_id, kept.first_name || ' ' || kept.last_name as member_name,
        r.member_id as merged_id, r.sample_date::text as sample_date, e.name as event_name,
        r.recorded_at::text as recorded_at
      from members merged
      join members kept on kept.id = merged.merged_into
      join results r on r.member_id = merged.id
      left join appointments a on a.id = r.appointment_id
      left join events e on e.id = a.event_id
      where r.id > ${after} and not ${isNamedFor(sql`kept.id`, sql`r.id`)}
      order by r.id limit ${limit}`)
  return rows.map(({ recorded_at, ...row }) => ({ ...row, recordedAt: new Date(recorded_at) }))
}

export async function countUnnamedResults(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select count(*) as count from members merged join results r on r.member_id = merged.id
      where merged.merged_into is not null and not ${isNamedFor(sql`merged.merged_into`, sql`r.id`)}`)
  return rows[0]?.count ?? 0
}

type Unnamed = {
  result_id: number
  member_id: number
  member_name: string
  merged_id: number
  sample_date: string | null
  event_name: string | null
  recorded_at: string
}
