import { listKeyed, refreshDuplicates } from '../../members/match-keys.queries.ts'
import type { Database } from '../../platform/db/database.ts'

const STEP = 500

/**
 * Compares all members, in steps with a transaction each: finds what two changes at one moment did
 * not see of each other, and what was written before there was a list of doubles.
 */
export async function findDuplicates({
  database,
}: {
  database: Pick<Database, 'transaction'>
}): Promise<void> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await database.transaction(async (tx) => {
      const rows = await listKeyed(tx, { after: from, limit: STEP })
      await refreshDuplicates(tx, rows)
      return rows.length < STEP ? undefined : rows.at(-1)?.id
    })
  }
}
