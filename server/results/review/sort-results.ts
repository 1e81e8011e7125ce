import { byLabText } from '../../../domain/office/result-order.ts'
import { openLabResult } from '../../facts/sealed-lab-results.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { type LabResultRow, listLabResults, type ResultFilter } from '../lab-results.queries.ts'

/** What the laboratory wrote is sealed, so that these are opened and sorted here. */
const MOST_SORTED = 2_000

/** A page in the order of `sort`: 'value' or 'flag', with '-' the other way round; else as recorded. */
export async function listSorted(
  q: Queryable,
  keys: { fieldKeys: FieldKeys },
  page: ResultFilter & { after: number | null; limit: number; sort: string | undefined },
): Promise<LabResultRow[]> {
  const { sort, after, limit, ...filter } = page
  const column = sort?.replace(/^-/, '')
  if (column !== 'value' && column !== 'flag')
    return listLabResults(q, keys, { ...filter, after, limit })
  const rows = await listLabResults(q, keys, { ...filter, after: null, limit: MOST_SORTED })
  const opened = rows.map((row) => ({
    row,
    text: openLabResult(keys.fieldKeys, row)[column] ?? null,
  }))
  opened.sort((one, other) => byLabText(one.text, other.text) || one.row.id - other.row.id)
  if (sort?.startsWith('-')) opened.reverse()
  const from = after === null ? 0 : opened.findIndex(({ row }) => row.id === after) + 1
  return opened.slice(from, from + limit).map(({ row }) => row)
}
