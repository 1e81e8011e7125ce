import type { EventDetails } from '../../../domain/contract.ts'
import { eventEnd, eventStart } from '../../../domain/events.ts'
import { isLeadOf } from '../../../domain/office/days.ts'
import type { whyNotMore } from '../../../domain/office/walk-in-limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockStaff } from '../../staff/staff.queries.ts'
import type { DayContext } from './day-context.ts'
import { listWalkInsOf } from './presses-of-person.queries.ts'

/**
 * What decides whether the person may register somebody more, `at` being when it was pressed. Locks the
 * person until the end of the transaction: two bundles at once would each be below the limit.
 */
export async function readLimits(
  tx: Tx,
  { at, event, day: { eventId, by, now } }: { at: Date; event: EventDetails; day: DayContext },
): Promise<Parameters<typeof whyNotMore>[0]> {
  await lockStaff(tx, by.id)
  return {
    at,
    now,
    event: { startsAt: eventStart(event), endsAt: eventEnd(event) },
    isLead: isLeadOf(by, eventId),
    registered: await listWalkInsOf(tx, { staffId: by.id, at, now }),
  }
}
