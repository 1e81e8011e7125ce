import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { findStaffName } from './office.queries.ts'

/** Throws Refused changed_meanwhile (with `by`) unless `version` is still the record's. */
export async function refuseStale(
  tx: Tx,
  record: { version: number; changedBy: number | null },
  version: number,
): Promise<void> {
  if (record.version !== version)
    throw new Refused('changed_meanwhile', { by: await findStaffName(tx, record.changedBy) })
}
