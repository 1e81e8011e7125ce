import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { foldText } from '../../domain/fold-text.ts'
import { type MemberSearch, readMemberSearch } from '../../domain/office/member-search.ts'
import { rankMembers, wordReadings } from '../../domain/office/rank-members.ts'
import { fromEnd } from '../../domain/office/search-words.ts'
import { spellingKeys } from '../../domain/office/spelling-keys.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  hasLatinName,
  latinWordsOf,
  matchKeys,
  members,
  payments,
  wordsOf,
} from '../platform/db/schema.ts'

const MOST_FOUND = 2_000
/** With more, nobody reads on to members whose names are only alike, and names decide the order. */
const MOST_RANKED = 200
const MOST_COMPARED = 500
const MOST_ALIKE = 20
const LEAST_END = 4

/** A condition on `members`, and whether it names each of a few. */
export type Found = { matches: SQL; areFew: boolean }

/** `ids` is best first; null when there are too many to rank. Those in `alikeIds` are only alike. */
export type RankedFound = Found & { ids: number[] | null; alikeIds: ReadonlySet<number> }

/**
 * What a search box asks for, or when nobody has such words, who has names that are alike; null when
 * it is empty.
 */
export async function searchMembers(q: Queryable, typed: string): Promise<Found | null> {
  const found = await rankFound(q, typed)
  if (!found?.ids) return found
  const named = found.ids.filter((id) => !found.alikeIds.has(id))
  return few(named.length > 0 ? named : found.ids)
}

/** As searchMembers, with the members whose names are only alike after the others. */
export async function rankFound(q: Queryable, typed: string): Promise<RankedFound | null> {
  const search = readMemberSearch(typed)
  const referred = await findByReference(q, search)
  if (referred.length > 0) return ranked(referred)
  const owners = search.email === null ? [] : await findByEmail(q, search.email)
  const beside = and(owners.length > 0 ? isOneOf(owners) : undefined, isBeside(search))
  const begun = await findByBeginning(q, search)
  if (!beside && !hasWords(search) && search.dateOrNumber === null)
    return begun.length > 0 ? ranked(begun) : null
  const named = await findNamed(q, { search, beside })
  if (named.length > MOST_FOUND)
    return { matches: matchesOf(search, beside), areFew: false, ids: null, alikeIds: NOBODY }
  const all = [...new Set([...named, ...begun])]
  if (all.length > MOST_RANKED) return { ...few(all), ids: null, alikeIds: NOBODY }
  const exact = rankMembers(await loadSearched(q, all), search).map(({ member }) => member.id)
  const best = [...new Set([...exact, ...all])]
  const alike = best.length > MOST_ALIKE ? [] : await findAlike(q, { search, beside, best })
  return ranked([...best, ...alike], new Set(alike))
}

const NOBODY: ReadonlySet<number> = new Set()

function few(ids: number[]): Found {
  return { matches: isOneOf(ids), areFew: true }
}

function ranked(ids: number[], alikeIds = NOBODY): RankedFound {
  return { ...few(ids), ids, alikeIds }
}

function isOneOf(ids: number[]): SQL {
  return sql`${members.id} = any(${sql.param(ids)}::bigint[])`
}

function hasWords({ words, numbers }: MemberSearch): boolean {
  return words.length + numbers.length > 0
}

/** What is asked for beside words. */
function isBeside({ email, dateOfBirth }: MemberSearch): SQL | undefined {
  return and(
    email === null ? undefined : sql`strpos(lower(${members.email}), ${email}) > 0`,
    dateOfBirth === null ? undefined : eq(members.dateOfBirth, dateOfBirth),
  )
}

/** By the words as the member writes them; also of records that were merged. */
function matchesOf(search: MemberSearch, beside: SQL | undefined): SQL {
  const words = [...search.words, ...search.numbers.map(({ start }) => start)]
  const tsquery = words.map((word) => `'${word}':*`).join(' & ')
  const matches = and(
    beside,
    words.length > 0
      ? sql`(${wordsOf(members)} @@ ${tsquery}::tsquery
          or (${hasLatinName(members)} and ${latinWordsOf(members)} @@ ${tsquery}::tsquery))`
      : undefined,
  )
  return matches ?? sql`false`
}

const keptId = sql<number>`coalesce(${members.mergedInto}, ${members.id})`.as('kept_id')

/**
 * At most one more than MOST_FOUND, by the indexes of words. Asked for a page in an order, the
 * database would rather read all members in that order and split the words of each.
 */
async function findNamed(
  q: Queryable,
  { search, beside }: { search: MemberSearch; beside: SQL | undefined },
): Promise<number[]> {
  const tsquery = wordsQuery(search)
  const limit = sql.raw(String(MOST_FOUND + 1))
  const { rows } = await q.execute<{ id: number }>(sql`
    with written as materialized (
        select id from ${members} where ${matchesOf(search, beside)} limit ${limit}),
      plain as materialized (${tsquery === null ? sql`select 0::bigint as id where false` : sql`${listByWords(tsquery, beside)} limit ${limit}`})
    select id from written union select id from plain limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Members with these words or spelling keys. */
function listByWords(tsquery: string, beside: SQL | undefined): SQL {
  const found = sql`select member_id as id from ${matchKeys}
    where array_to_tsvector(${matchKeys.words}) @@ ${tsquery}::tsquery`
  return beside ? sql`select id from ${members} where ${beside} and id in (${found})` : found
}

/** Each word begins one of the member's, each number begins or ends the telephone number. */
function wordsQuery(search: MemberSearch): string | null {
  const numbers = search.numbers.map(asNumber)
  const readings = hasWords(search)
    ? wordReadings(search.words).map((reading) =>
        [...reading.map((word) => beginning(foldText(word))), ...numbers].join(' & '),
      )
    : []
  const all = [...readings, ...(search.dateOrNumber ? [asNumber(search.dateOrNumber)] : [])]
  return all.length === 0 ? null : all.map((one) => `(${one})`).join(' | ')
}

/** As wordsQuery, where a word may also be spelled in another way; null without such a word. */
function alikeQuery({ words, numbers }: MemberSearch): string | null {
  if (!words.some((word) => spellingKeys(word).length > 1)) return null
  const asAlike = (word: string) =>
    `(${[beginning(foldText(word)), ...(/\d/.test(word) ? [] : spellingKeys(word).map((key) => `'${key}'`))].join(' | ')})`
  return wordReadings(words)
    .map((reading) => `(${[...reading.map(asAlike), ...numbers.map(asNumber)].join(' & ')})`)
    .join(' | ')
}

function asNumber({ start, end }: { start: string; end: string }): string {
  const ends = end.length < LEAST_END ? '' : ` | ${beginning(fromEnd(end))}`
  return `(${beginning(start)}${ends})`
}

function beginning(word: string): string {
  return `'${word}':*`
}

const searchedColumns = {
  id: members.id,
  first_name: members.firstName,
  last_name: members.lastName,
  latin_first_name: members.latinFirstName,
  latin_last_name: members.latinLastName,
  email: members.email,
  phone: members.phone,
  postcode: members.postcode,
}

/** By name. */
function loadSearched(q: Queryable, ids: number[]) {
  return q
    .select(searchedColumns)
    .from(members)
    .where(isOneOf(ids))
    .orderBy(
      asc(sql`lower(${members.lastName})`),
      asc(sql`lower(${members.firstName})`),
      members.id,
    )
}

/** Those whose names are only alike, best first. */
async function findAlike(
  q: Queryable,
  { search, beside, best }: { search: MemberSearch; beside: SQL | undefined; best: number[] },
): Promise<number[]> {
  const tsquery = alikeQuery(search)
  if (tsquery === null) return []
  // The limit stands outside: for a few members of so many keys, each of which the database takes for a
  // common one, it would rather read all members than the index.
  const { rows } = await q.execute<{ id: number }>(sql`
    with alike as materialized (${listByWords(tsquery, beside)})
    select id from alike limit ${sql.raw(String(MOST_COMPARED))}`)
  const others = rows.map(({ id }) => id).filter((id) => !best.includes(id))
  if (others.length === 0) return []
  return rankMembers(await loadSearched(q, others), search)
    .slice(0, MOST_ALIKE)
    .map(({ member }) => member.id)
}

/** Members with exactly this address. */
async function findByEmail(q: Queryable, email: string): Promise<number[]> {
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .where(eq(sql`lower(${members.email})`, email))
  return rows.map(({ id }) => id)
}

/** Members with the appointment or payment of this reference. */
async function findByReference(
  q: Queryable,
  { appointment, paymentCodes: codes }: MemberSearch,
): Promise<number[]> {
  const ofAppointment = q
    .select({ id: keptId })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(eq(appointments.reference, appointment ?? ''))
  const ofPayment = q
    .select({ id: keptId })
    .from(payments)
    .innerJoin(members, eq(members.id, payments.memberId))
    .where(
      or(
        inArray(payments.orderId, codes),
        inArray(payments.captureId, codes),
        inArray(payments.invoiceId, codes),
      ),
    )
  const rows = await (codes.length === 0 ? ofAppointment : ofAppointment.union(ofPayment))
  return rows.map(({ id }) => id)
}

/** Members with an appointment whose reference begins so; latest first. */
async function findByBeginning(q: Queryable, { appointment: start }: MemberSearch) {
  if (start === null) return []
  // Both bounds hold in the order of any collation, with and without regard to the hyphen.
  const rows = await q
    .select({ id: keptId })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(
      and(
        sql`${appointments.reference} between ${start} and ${`${start}ZZZZZZZZZ`}`,
        sql`starts_with(${appointments.reference}, ${start})`,
        isNull(members.erasedAt),
      ),
    )
    .limit(MOST_ALIKE)
  return [...new Set(rows.map(({ id }) => id))]
}
