import { byCallTime, byLabText, nextCallAt } from '../../../domain/office/result-order.ts'
import { openLabResult, openReview } from '../../facts/sealed-lab-results.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import {
  type LabResultRow,
  listLabResults,
  listReviews,
  type ResultFilter,
} from '../lab-results.queries.ts'

/** What the laboratory wrote is sealed, so that these are opened and sorted here. */
const MOST_SORTED = 2_000

/**
 * A page in the order of `sort`: 'value' or 'flag', with '-' the other way round; else as recorded, and calls by
 * when to call again.
 */
export async function listSorted(
  q: Queryable,
  keys: { fieldKeys: FieldKeys },
  page: ResultFilter & {
    after: number | null
    limit: number
    sort: string | undefined
    isCalls: boolean
  },
): Promise<LabResultRow[]> {
  const { sort, after, limit, isCalls, ...filter } = page
  const column = sort?.replace(/^-/, '')
  if (isCalls && sort === undefined)
    return pageAfter(await listCalls(q, keys, filter), { after, limit })
  if (column !== 'value' && column !== 'flag')
    return listLabResults(q, keys, { ...filter, after, limit })
  const rows = await listLabResults(q, keys, { ...filter, after: null, limit: MOST_SORTED })
  const opened = rows.map((row) => ({
    row,
    text: openLabResult(keys.fieldKeys, row)[column] ?? null,
  }))
  opened.sort((one, other) => byLabText(one.text, other.text) || one.row.id - other.row.id)
  if (sort?.startsWith('-')) opened.reverse()
  return pageAfter(
    opened.map(({ row }) => row),
    { after, limit },
  )
}

async function listCalls(
  q: Queryable,
  keys: { fieldKeys: FieldKeys },
  filter: ResultFilter,
): Promise<LabResultRow[]> {
  const rows = await listLabResults(q, keys, { ...filter, after: null, limit: MOST_SORTED })
  const reviews = await listReviews(
    q,
    rows.map(({ id }) => id),
  )
  const byResult = Map.groupBy(reviews, ({ labResultId }) => labResultId)
  const calls = rows.map((row) => {
    const last = byResult.get(row.id)?.at(-1)
    const opened = last && { kind: last.kind, again_at: openReview(keys.fieldKeys, last).again_at }
    return { row, at: nextCallAt(opened ? [opened] : []) }
  })
  return calls
    .sort((one, other) => byCallTime(one.at, other.at) || one.row.id - other.row.id)
    .map(({ row }) => row)
}

function pageAfter(
  rows: readonly LabResultRow[],
  { after, limit }: { after: number | null; limit: number },
): LabResultRow[] {
  const from = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1
  return rows.slice(from, from + limit)
}
