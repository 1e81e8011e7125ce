import {
  type CashCount,
  type CashCounted,
  type CashDifference,
  cashDifference,
  type DayCash,
} from '../../../domain/office/cash-counts.ts'
import { isLeadOf } from '../../../domain/office/days.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import type { EventRecord } from '../../events/office.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  type CountRow,
  insertCount,
  listCounts,
  lockCount,
  sumTakings,
  updateChecked,
} from './cash-counts.queries.ts'

type CountDeps = Pick<Deps, 'database' | 'now'>
type Event = Pick<EventRecord, 'id' | 'name' | 'startsAt'>

/** What each person took at the event, and the last count of theirs. Throws Refused not_permitted. */
export async function readCash(q: Queryable, event: Event, by: Staff): Promise<DayCash> {
  if (!isLeadOf(by, event.id)) throw new Refused('not_permitted')
  const counts = new Map((await listCounts(q, event.id)).map((row) => [row.takenBy, row]))
  const sums = new Map((await sumTakings(q, event.id)).map((row) => [row.takenBy, row]))
  // Somebody whose takings were all undone may have been counted before.
  const takers = [...new Set([...sums.keys(), ...counts.keys()])].toSorted()
  return {
    event_id: event.id,
    event_name: event.name,
    event_date: ukDate(event.startsAt),
    takers: takers.map((taken_by) => {
      const count = counts.get(taken_by)
      return {
        taken_by,
        cash_pence: sums.get(taken_by)?.cash ?? 0,
        card_pence: sums.get(taken_by)?.card ?? 0,
        count: count ? toCounted(count) : null,
      }
    }),
  }
}

/**
 * Records what was counted of one person's cash. Throws Refused not_permitted for somebody who does not
 * lead the day, not_found for a person who took nothing, changed_meanwhile when money was recorded or
 * somebody counted meanwhile, or invalid_request for a difference without a note.
 */
export function countCash(
  deps: CountDeps,
  {
    event,
    count,
    by,
    saveResponse,
  }: {
    event: Event
    count: CashCount
    by: Staff
    saveResponse: (tx: Tx, id: number) => Promise<unknown>
  },
): Promise<number> {
  const now = deps.now()
  const note = plainText(count.note ?? '') || null
  const difference = cashDifference(count)
  if (difference !== 0 && note === null)
    throw invalidField('note', 'Say what the difference may be.')
  return deps.database.transaction(async (tx) => {
    const { takers } = await readCash(tx, event, by)
    const taker = takers.find(({ taken_by: name }) => name === count.taken_by)
    if (!taker) throw new Refused('not_found')
    if (taker.cash_pence !== count.expected_pence || (taker.count?.id ?? null) !== count.after)
      throw new Refused('changed_meanwhile')
    const id = await insertCount(tx, {
      eventId: event.id,
      takenBy: count.taken_by,
      floatPence: count.float_pence,
      countedPence: count.counted_pence,
      expectedPence: count.expected_pence,
      note,
      replaces: count.after,
      countedBy: by.id,
      countedAt: now,
    })
    if (id === null) throw new Refused('changed_meanwhile')
    await insertAudit(tx, { by, subject: `event ${event.id}`, at: now }, 'cash counted', {
      takenBy: count.taken_by,
      differencePence: difference,
    })
    await saveResponse(tx, id)
    return id
  })
}

/**
 * The treasurer has looked into a difference. Throws Refused not_found, same_person for one's own
 * count, or changed_meanwhile when it was checked or counted again.
 */
export function checkDifference(
  deps: CountDeps,
  {
    id,
    reason,
    by,
    saveResponse,
  }: {
    id: number
    reason: string
    by: Staff
    saveResponse: (tx: Tx) => Promise<unknown>
  },
): Promise<void> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const count = await lockCount(tx, id)
    if (!count) throw new Refused('not_found')
    if (count.countedBy === by.id) throw new Refused('same_person')
    const standing = await listCounts(tx, count.eventId)
    if (count.checkedBy !== null || !standing.some((one) => one.id === id))
      throw new Refused('changed_meanwhile')
    await updateChecked(tx, { id, by: by.id, at: now, note: reason })
    await insertAudit(
      tx,
      { by, subject: `event ${count.eventId}`, at: now },
      'cash difference checked',
      {
        takenBy: count.takenBy,
        reason,
      },
    )
    await saveResponse(tx)
  })
}

function toCounted(row: CountRow): CashCounted {
  const count = {
    counted_pence: row.countedPence,
    float_pence: row.floatPence,
    expected_pence: row.expectedPence,
  }
  return {
    id: row.id,
    ...count,
    difference_pence: cashDifference(count),
    note: row.note,
    counted_by: row.countedBy,
    counted_at: row.countedAt.toISOString(),
    checked_by: row.checkedBy,
  }
}

export function toDifference(row: CountRow, by: Staff): CashDifference {
  return {
    ...toCounted(row),
    event_id: row.eventId,
    event_name: row.eventName,
    event_date: ukDate(row.startsAt),
    taken_by: row.takenBy,
    is_own: row.countedById === by.id,
  }
}
