import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'

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

const KEYS = {
  nhs_number: 'a.nhs_number_index = b.nhs_number_index',
  first_name: 'lower(a.first_name) = lower(b.first_name)',
  last_name: 'lower(a.last_name) = lower(b.last_name)',
  date_of_birth: 'a.date_of_birth = b.date_of_birth',
  postcode: 'a.postcode = b.postcode',
}
/** Each can be joined by one key, so no pair of all members is compared. */
const WAYS: (keyof typeof KEYS)[][] = [
  ['nhs_number'],
  ['last_name', 'first_name', 'date_of_birth'],
  ['last_name', 'first_name', 'postcode'],
  ['last_name', 'date_of_birth', 'postcode'],
  ['first_name', 'date_of_birth', 'postcode'],
]

/** Neither part of another record nor erased: erased ones have one name and birth date. */
const isShown = (of: 'a' | 'b') => `${of}.merged_into is null and ${of}.erased_at is null`
const MAY_BE_ONE = '(a.nhs_number_index = b.nhs_number_index) is not false'

/** Records that have the NHS number or three other things in common, never two different numbers. */
const pairs = sql.raw(
  WAYS.map(
    (keys) => `select a.id as one, b.id as other from members a join members b
      on ${keys.map((key) => KEYS[key]).join(' and ')} and a.id < b.id
      where ${isShown('a')} and ${isShown('b')} and ${MAY_BE_ONE}`,
  ).join('\nunion\n'),
)

/** By the ids of the pair. */
export async function listDoubles(
  q: Queryable,
  { after, limit }: { after: { one: number; other: number } | null; limit: number },
): Promise<{ one: Double; other: Double }[]> {
  const from = after ?? { one: 0, other: 0 }
  const { rows } = await q.execute<{ one: Double; other: Double }>(sql`
    with pairs as (${pairs})
    select ${columns('a')} as one, ${columns('b')} as other
      from pairs join members a on a.id = pairs.one join members b on b.id = pairs.other
      where (pairs.one, pairs.other) > (${from.one}::bigint, ${from.other}::bigint)
      order by pairs.one, pairs.other limit ${limit}`)
  return rows
}

export async function countDoubles(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(
    sql`select count(*) as count from (${pairs}) pairs`,
  )
  return rows[0]?.count ?? 0
}

const MOST_NEW = 500

/**
 * The pairs that have a record made after `since`, of which the newest 500 are compared: each by
 * the indexes of its number, birth date and name, so that the size of the list does not matter.
 */
export async function countNewDoubles(q: Queryable, since: Date): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    with a as (select * from members a where ${sql.raw(isShown('a'))}
      and a.created_at > ${since.toISOString()} order by a.id desc limit ${MOST_NEW})
    select count(*)::int as count from (${newPairs}) pairs`)
  return rows[0]?.count ?? 0
}

const newPairs = sql.raw(
  WAYS.map(
    (keys) => `select least(a.id, b.id), greatest(a.id, b.id) from a join members b
      on ${keys.map((key) => KEYS[key]).join(' and ')} and a.id <> b.id
      where ${isShown('b')} and ${MAY_BE_ONE}`,
  ).join('\nunion\n'),
)

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
      where r.id > ${after} and not exists (select from merged_results named
        where named.result_id = r.id and named.member_id = kept.id)
      order by r.id limit ${limit}`)
  return rows.map(({ recorded_at, ...row }) => ({ ...row, recordedAt: new Date(recorded_at) }))
}

export async function countUnnamedResults(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number }>(sql`
    select count(*) as count from members merged join results r on r.member_id = merged.id
      where merged.merged_into is not null and not exists (select from merged_results named
        where named.result_id = r.id and named.member_id = merged.merged_into)`)
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
