import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { databaseFault, type Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { findHolder, type HolderKey } from './hold-context.queries.ts'
import { NO_HOLD, releaseHold } from './places.queries.ts'

/** Throws Refused not_found without such a hold of the holder, or payment_under_way. */
export async function releaseHoldOf(
  { database }: Pick<Deps, 'database'>,
  { holdId, key }: { holdId: string; key: HolderKey },
  saveResponse: (q: Queryable) => Promise<unknown>,
): Promise<void> {
  if (!z.guid().safeParse(holdId).success) throw new Refused('not_found')
  const holder = await findHolder(database.db, key)
  if (!holder) throw new Refused('not_found')
  // The hold must stay.
  if (holder.paymentUnderWay) throw new Refused('payment_under_way')
  const hold = { holdId, memberId: holder.memberId }
  await database
    .sendTransaction((q) => [releaseHold(q, hold), saveResponse(q)])
    .catch((error: unknown) => {
      const isOver = databaseFault(error)?.constraint === NO_HOLD
      throw isOver ? new Refused('not_found') : error
    })
}
