import type { Deps } from '../deps.ts'
import { lockUnsealedMessages, storeMessage } from './contact.queries.ts'
import { sealMessage } from './sealed-message.ts'

const BATCH = 200

/** Seals messages that were stored in clear, or by an earlier version that still runs. */
export async function sealMessages({
  database,
  fieldKeys,
}: Pick<Deps, 'database' | 'fieldKeys'>): Promise<void> {
  let sealed = BATCH
  while (sealed === BATCH)
    sealed = await database.transaction(async (tx) => {
      const rows = await lockUnsealedMessages(tx, BATCH)
      for (const { id, message } of rows)
        await storeMessage(tx, id, sealMessage(fieldKeys, message))
      return rows.length
    })
}
