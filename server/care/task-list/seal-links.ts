import type { Deps } from '../../deps.ts'
import { openLink, sealLink } from '../../facts/sealed-follow-up-links.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { lockUnsealedLinks, storeLink } from './follow-up.queries.ts'

/** Seals links to the follow-up question that a former version stored in clear. */
export async function sealLinks({
  database,
  fieldKeys,
}: Pick<Deps, 'database' | 'fieldKeys'>): Promise<void> {
  await inBatches(database, async (tx, most) => {
    const rows = await lockUnsealedLinks(tx, most)
    for (const row of rows) await storeLink(tx, sealLink(fieldKeys, openLink(fieldKeys, row)))
    return rows.length
  })
}
