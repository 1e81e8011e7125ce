// What a search and likely doubles are found by, and the pairs, written with each change of a record.
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { comparable } from '../../domain/fold-text.ts'
import { searchWords } from '../../domain/office/search-words.ts'
import { spellingKeys } from '../../domain/office/spelling-keys.ts'
import type { Queryable } from '../platform/db/database.ts'
import { likelyDuplicates, matchKeys, members } from '../platform/db/schema.ts'

const KEY_COLUMNS = {
  id: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  latinFirstName: members.latinFirstName,
  latinLastName: members.latinLastName,
  email: members.email,
  phone: members.phone,
  postcode: members.postcode,
  dateOfBirth: members.dateOfBirth,
  nhsNumberIndex: members.nhsNumberIndex,
  mergedInto: members.mergedInto,
  erasedAt: members.erasedAt,
}
type NewMemberRow = typeof members.$inferInsert
type Keyed = Pick<typeof members.$inferSelect, keyof typeof KEY_COLUMNS>

const MOST_DOUBLES = 1_000

/** Whether a change of these columns changes what the record is found by. */
export function changesDuplicates(changes: Partial<NewMemberRow>): boolean {
  return Object.keys(changes).some((name) => name !== 'id' && name in KEY_COLUMNS)
}

/** Members with an id above `after`, in the order of their ids. */
export function listKeyed(q: Queryable, { after, limit }: { after: number; limit: number }) {
  return q
    .select(KEY_COLUMNS)
    .from(members)
    .where(gt(members.id, after))
    .orderBy(asc(members.id))
    .limit(limit)
}

/**
 * Writes what these records are found by and the pairs that they are in. Pairs that a person has
 * decided stay while both records do.
 */
export async function refreshDuplicates(q: Queryable, rows: readonly Keyed[]): Promise<void> {
  const isShown = (row: Keyed) => row.mergedInto === null && row.erasedAt === null
  const gone = rows.filter((row) => !isShown(row)).map(({ id }) => id)
  const shown = rows.filter(isShown)
  if (gone.length > 0) await deleteMatchKeys(q, gone)
  if (shown.length === 0) return
  await saveMatchKeys(q, shown)
  const ids = sql.param(shown.map(({ id }) => id))
  await q.execute(sql`
    delete from likely_doubles pair using match_keys a, match_keys b
      where (pair.one_id = any(${ids}::bigint[]) or pair.other_id = any(${ids}::bigint[]))
        and pair.decided_at is null and a.member_id = pair.one_id and b.member_id = pair.other_id
        and not (${ARE_DOUBLES})`)
  await q.execute(sql`
    insert into likely_doubles (one_id, other_id)
      select distinct least(a.member_id, found.member_id), greatest(a.member_id, found.member_id)
        from match_keys a, lateral (${FOUND}) found where a.member_id = any(${ids}::bigint[])
        order by 1, 2
      on conflict do nothing`)
}

/** The record is in no pair any more. */
export async function deleteMatchKeys(q: Queryable, memberIds: number[]): Promise<void> {
  await q.delete(matchKeys).where(inArray(matchKeys.memberId, memberIds))
}

/** False when this is no open pair. */
export async function decidePair(
  q: Queryable,
  { oneId, otherId, ...decision }: Pair & { decidedBy: number; decidedAt: Date; reason: string },
): Promise<boolean> {
  const { rowCount } = await q
    .update(likelyDuplicates)
    .set(decision)
    .where(and(isPair({ oneId, otherId }), sql`decided_at is null`))
  return rowCount === 1
}

/** Makes a decided pair an open one. False when it is not decided. */
export async function reopenPair(q: Queryable, pair: Pair): Promise<boolean> {
  const { rowCount } = await q
    .update(likelyDuplicates)
    .set({ decidedBy: null, decidedAt: null, reason: null })
    .where(and(isPair(pair), sql`decided_at is not null`))
  return rowCount === 1
}

type Pair = { oneId: number; otherId: number }

function isPair({ oneId, otherId }: Pair) {
  return and(eq(likelyDuplicates.oneId, oneId), eq(likelyDuplicates.otherId, otherId))
}

async function saveMatchKeys(q: Queryable, rows: readonly Keyed[]): Promise<void> {
  const columns = sql.raw(WRITTEN.map((name) => `match_keys.${name}`).join(', '))
  const written = sql.raw(WRITTEN.map((name) => `excluded.${name}`).join(', '))
  await q
    .insert(matchKeys)
    .values(rows.map(matchKeysOf))
    .onConflictDoUpdate({
      target: matchKeys.memberId,
      set: {
        firstName: sql`excluded.first_name`,
        lastName: sql`excluded.last_name`,
        postcode: sql`excluded.postcode`,
        dateOfBirth: sql`excluded.date_of_birth`,
        nhsNumberIndex: sql`excluded.nhs_number_index`,
        words: sql`excluded.words`,
        firstNameKeys: sql`excluded.first_name_keys`,
        lastNameKeys: sql`excluded.last_name_keys`,
      },
      setWhere: sql`(${columns}) is distinct from (${written})`,
    })
}

const WRITTEN = [
  'first_name',
  'last_name',
  'postcode',
  'date_of_birth',
  'nhs_number_index',
  'words',
  'first_name_keys',
  'last_name_keys',
]

function matchKeysOf(row: Keyed): typeof matchKeys.$inferInsert {
  const { firstName, lastName, email, phone, postcode } = row
  return {
    memberId: row.id,
    firstName: comparable(firstName) || null,
    lastName: comparable(lastName) || null,
    postcode: comparable(postcode) || null,
    dateOfBirth: row.dateOfBirth,
    nhsNumberIndex: row.nhsNumberIndex,
    words: searchWords({
      first_name: firstName,
      last_name: lastName,
      latin_first_name: row.latinFirstName,
      latin_last_name: row.latinLastName,
      email,
      phone,
      postcode,
    }),
    firstNameKeys: spellingKeys(firstName),
    lastNameKeys: spellingKeys(lastName),
  }
}

/** Until a record has its keys, names are compared as they are. */
const isCommon = {
  first_name: 'a.first_name = b.first_name or a.first_name_keys && b.first_name_keys',
  last_name: 'a.last_name = b.last_name or a.last_name_keys && b.last_name_keys',
  date_of_birth: 'a.date_of_birth = b.date_of_birth',
  postcode: 'a.postcode = b.postcode',
}
const inCommon = Object.values(isCommon).map((both) => `coalesce((${both})::int, 0)`)

/** SQL for whyDuplicates of domain/office/duplicates.ts. */
const ARE_DOUBLES = sql.raw(`coalesce(a.nhs_number_index = b.nhs_number_index,
  ${inCommon.join(' + ')} >= 3)`)

/** Two with three in common have the birth date or the postcode. */
const WAYS = [
  'b.nhs_number_index = a.nhs_number_index',
  'b.date_of_birth = a.date_of_birth',
  'b.postcode = a.postcode',
]
/** The limit keeps each way a look-up in its index, whatever the planner knows of the table. */
const FOUND: SQL = sql.join(
  WAYS.map(
    (way) => sql`(select b.member_id from match_keys b where ${sql.raw(way)}
      and b.member_id <> a.member_id and ${ARE_DOUBLES} limit ${sql.raw(String(MOST_DOUBLES))})`,
  ),
  sql` union `,
)
