import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import type { ColumnTrial } from '../../../domain/office/result-import-schemas.ts'
import type { Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { findLab } from './imports.queries.ts'
import { readHeaders, readLabFile } from './read/read-file.ts'

const MOST_SHOWN = 20

/**
 * What `map` makes of a sample file; only its headers without a map. Nothing is stored and nobody is
 * looked for. Throws Refused not_found.
 */
export async function tryColumnMap(
  { database: { db } }: Pick<Deps, 'database'>,
  { labId, bytes, map }: { labId: number; bytes: Buffer; map: ColumnMap | null },
): Promise<ColumnTrial> {
  if (!(await findLab(db, labId))) throw new Refused('not_found')
  const headers = await readHeaders(bytes)
  if (map === null)
    return { headers, refusal: null, rows: [], errors: [], unread: [], read: 0, wrong: 0 }
  const file = await readLabFile(bytes, map)
  const refusal = file.refusal && [file.refusal, file.detail].filter(Boolean).join(': ')
  return {
    headers,
    refusal,
    rows: file.rows.slice(0, MOST_SHOWN),
    errors: file.errors.slice(0, MOST_SHOWN),
    unread: file.unread,
    read: file.rows.length,
    wrong: file.errors.length,
  }
}
