import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { assignPeople, listEventPeople } from './event-people.queries.ts'
import { mustLockEvent } from './locked-event.ts'

/**
 * Says who of the venue staff works at the event; who stays keeps leading it, and nobody becomes its lead. Throws
 * Refused not_found, event_cancelled, event_passed, changed_meanwhile (with `by` null) when others than `before`
 * are assigned, or invalid_request for somebody without the role.
 */
export async function setEventPeople(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  { id, staffIds, before }: { id: number; staffIds: readonly number[]; before: readonly number[] },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const event = await mustLockEvent(tx, id)
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    if (event.endsAt <= now) throw new Refused('event_passed')
    const people = await listEventPeople(tx, id)
    const assigned = people.filter((one) => one.is_assigned).map((one) => one.staff_id)
    if (inOrder(assigned) !== inOrder(before)) throw new Refused('changed_meanwhile', { by: null })
    const known = new Set(people.map((one) => one.staff_id))
    if (!staffIds.every((one) => known.has(one)))
      throw invalidField('staff_ids', 'Choose people who have the role Venue.')
    const add = [...new Set(staffIds)].filter((one) => !assigned.includes(one))
    const remove = assigned.filter((one) => !staffIds.includes(one))
    if (add.length + remove.length === 0) return
    await assignPeople(tx, { eventId: id, add, remove })
    const subject = `event ${id}`
    const details = { added: add, removed: remove }
    await insertAudit(tx, { by, subject, at: now }, 'event people changed', details)
  })
}

function inOrder(ids: readonly number[]): string {
  return [...new Set(ids)].toSorted((a, b) => a - b).join()
}
