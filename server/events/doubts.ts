import { type Doubt, type DoubtKind, doubtsOf, unread } from '../../domain/office/event-doubts.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { EventRecord } from './office.queries.ts'
import { findProductOrLab } from './products.queries.ts'
import { listAtSameHall } from './series.queries.ts'

/** What may be a slip of the pen in the event as it would be. */
export async function findDoubts(q: Queryable, event: EventRecord): Promise<Doubt[]> {
  const { productPricePence: usualPence } = await findProductOrLab(q, event)
  return doubtsOf({
    date: ukDate(event.startsAt),
    start: ukTime(event.startsAt),
    end: ukTime(event.endsAt),
    pricePence: event.pricePence,
    usualPence,
    atSameHall: await listAtSameHall(q, event),
  })
}

/** Those of the event after a change that it did not have before. */
export async function findNewDoubts(
  q: Queryable,
  { before, after }: { before: EventRecord; after: EventRecord },
): Promise<Doubt[]> {
  const known = new Set((await findDoubts(q, before)).map(({ sentence }) => sentence))
  return (await findDoubts(q, after)).filter(({ sentence }) => !known.has(sentence))
}

/** Throws Refused doubts (with `doubts`) unless somebody has read them all. */
export function refuseDoubts(
  doubts: readonly Doubt[],
  acknowledged: readonly DoubtKind[] = [],
): void {
  const left = unread(doubts, acknowledged)
  if (left.length > 0) throw new Refused('doubts', { doubts: left })
}
