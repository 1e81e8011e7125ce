import { notTheirs } from '../../domain/office/taking-back.ts'
import { openResult, type SealedResult } from '../facts/sealed-result.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'

type Row = Parameters<typeof openResult>[1] & { id: number; supersedesId: number | null }

/** Among all results of a member: the ids of those that turned out to be another man's. */
export function listNotTheirs(fieldKeys: FieldKeys, rows: readonly Row[]): Set<number> {
  return notTheirs(
    rows.map(({ id, supersedesId, ...row }) => {
      const { taken_back } = openResult(fieldKeys, row)
      return { id, supersedesId, takenBack: taken_back ?? null }
    }),
  )
}

/** Nothing of what another man's sample gave. */
export function withoutFinding(): SealedResult {
  return { test_result: null, test_unit: null, comments: null, band: null }
}
