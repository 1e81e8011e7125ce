import type { LabRow } from '../../../domain/office/lab-rows.ts'
import { readTubeCode } from '../../../domain/office/tube-code.ts'
import { openRow, sealRow } from '../../facts/sealed-lab-results.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { insertRows, listAskedRows, type NewRow, updateRow } from './import-rows.queries.ts'
import { type MatchedRow, withdrawalsFor } from './match-file.ts'

type Keys = { fieldKeys: FieldKeys }

/** Stores rows of a file as they were matched. */
export async function addMatchedRows(
  q: Queryable,
  { fieldKeys }: Keys,
  { importId, matched }: { importId: number; matched: readonly MatchedRow[] },
): Promise<void> {
  const rows = matched.map(({ row, ...match }): NewRow => {
    const sealed = sealRow(fieldKeys, { importId, row: row.row }, { read: row, error: null })
    return { ...match, importId, row: row.row, sealed }
  })
  await insertRows(q, rows)
}

/** Adds, once, a row for each report that has moved to another member, which withdraws it. */
export async function addWithdrawals(
  q: Queryable,
  { fieldKeys }: Keys,
  of: { importId: number; labId: number; matched: readonly MatchedRow[] },
): Promise<void> {
  const { importId, labId, matched } = of
  const rows = await withdrawalsFor(q, { fieldKeys, labId, matched })
  await addMatchedRows(q, { fieldKeys }, { importId, matched: rows })
}

/** Ends the rows that were asked for again and that the laboratory has now sent. */
export async function endAskedRows(
  q: Queryable,
  { fieldKeys }: Keys,
  { labId, recorded }: { labId: number; recorded: readonly LabRow[] },
): Promise<number[]> {
  if (recorded.length === 0) return []
  const numbers = new Set(recorded.map((row) => row.lab_number.trim()))
  const tubes = new Set(recorded.flatMap((row) => codeOf(row.tube) ?? []))
  const imports = new Set<number>()
  for (const stored of await listAskedRows(q, labId)) {
    const { read, error } = openRow(fieldKeys, stored)
    const row = read ?? error?.rest
    const code = codeOf(row?.tube ?? null)
    const isHere = numbers.has(row?.lab_number?.trim() ?? '') || (code !== null && tubes.has(code))
    if (!isHere) continue
    await updateRow(q, stored, { state: 'discarded', reason: 'came_again' })
    imports.add(stored.importId)
  }
  return [...imports]
}

function codeOf(tube: string | null): string | null {
  return tube === null ? null : readTubeCode(tube)
}
