import { doubtsOfCode } from '../../domain/office/event-doubts.ts'
import type { NewOfficeEvent } from '../../domain/office/event-schemas.ts'
import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { refuseDoubts } from './doubts.ts'
import { forAudit } from './event-audit.ts'
import { checkReferences, eventColumns } from './event-columns.ts'
import { mustLockEvent } from './locked-event.ts'
import { insertEvent } from './publishing.queries.ts'
import { joinSeries } from './series.queries.ts'
import { makePlaces, planColumns, planOf } from './slot-plan.ts'

type EventDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/** Adds a draft with its places. Throws Refused invalid_request (with `fields`) or doubts (with `doubts`). */
export async function addDraft(
  deps: EventDeps,
  { acknowledged, ...wanted }: NewOfficeEvent,
  by: Staff,
): Promise<number> {
  const { is_private: isPrivate = false, access_code: code } = wanted
  refuseDoubts(doubtsOfCode({ isPrivate, typedCode: Boolean(code?.trim()) }), acknowledged)
  const { event_date: date, slot_plan: plan } = wanted
  const columns = await eventColumns(wanted)
  return commit(deps, async (tx) => {
    await checkReferences(tx, columns)
    const draft = {
      exclusiveFor: 'COMMUNITY' as const,
      ...columns,
      name: wanted.event_name,
      ...planColumns(date, plan),
      status: 'draft' as const,
      changedBy: by.id,
    }
    const id = await insertEvent(tx, draft)
    await makePlaces(tx, { id, date, plan })
    await insertAudit(tx, { by, subject: `event ${id}`, at: deps.now() }, 'event added', {
      after: forAudit(draft),
    })
    return id
  })
}

const NOT_COPIED = { bookingClosedAt: null, bookingPausedAt: null, bookingPauseReason: null }

/** Drafts of the event with the same plan on other dates; their ids in order of `dates`. */
export async function copyEvent(
  deps: EventDeps,
  { id, dates }: { id: number; dates: readonly string[] },
  by: Staff,
): Promise<number[]> {
  return commit(deps, async (tx) => {
    const original = await mustLockEvent(tx, id)
    const plan = await planOf(tx, original)
    const copies: number[] = []
    const seriesId = original.seriesId ?? id
    if (original.seriesId === null) await joinSeries(tx, { id, seriesId })
    for (const date of dates) {
      const { id: _, createdAt, totalPlaces, cancelledAt, version, ...copied } = original
      const columns = { ...copied, ...NOT_COPIED, seriesId }
      const planned = planColumns(date, plan)
      const copy = await insertEvent(tx, {
        ...columns,
        ...planned,
        status: 'draft',
        changedBy: by.id,
      })
      await makePlaces(tx, { id: copy, date, plan })
      await insertAudit(tx, { by, subject: `event ${copy}`, at: deps.now() }, 'event copied', {
        from: id,
        date,
      })
      copies.push(copy)
    }
    return copies
  })
}
