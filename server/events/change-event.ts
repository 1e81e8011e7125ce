import { isDeepStrictEqual } from 'node:util'
import { doubtsOfCode, doubtsOfNewHall } from '../../domain/office/event-doubts.ts'
import type { EventChange } from '../../domain/office/event-schemas.ts'
import { ukDate } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { endGrants } from './access-grants.queries.ts'
import { whatIsMissing } from './checklist.ts'
import { findNewDoubts, refuseDoubts } from './doubts.ts'
import { differences } from './event-audit.ts'
import { checkReferences, eventColumns } from './event-columns.ts'
import { mustLockEvent } from './locked-event.ts'
import { type EventRecord, updateEvent } from './office.queries.ts'
import { planColumns, planOf, replaceDraftPlaces, replan } from './slot-plan.ts'
import { refuseStale } from './stale-version.ts'
import { tellNearOfChange } from './tell-near.ts'

/** Runs in the transaction of the change. */
export type OnEventChanged = (
  tx: Tx,
  change: { before: EventRecord; after: EventRecord; by: Staff },
) => Promise<void>

/**
 * Changes the fields that are given. The places of a draft are made again; those of a published event
 * are added, and taken away only while free. `onChanged` runs for a published one. Throws Refused
 * not_found, event_cancelled, cancellation_waits, changed_meanwhile (with `by`), places_taken (with `times`), not_ready
 * (with `missing`), doubts (with `doubts`) of kinds that are not acknowledged, or invalid_request (with `fields`).
 */
export async function changeEvent(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  {
    id,
    version,
    notify_booked: isAnnounced = true,
    acknowledged,
    ...wanted
  }: EventChange & { id: number },
  by: Staff,
  onChanged: OnEventChanged,
): Promise<void> {
  const columns = await eventColumns(wanted)
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const before = await mustLockEvent(tx, id)
    if (before.status === 'cancelled') throw new Refused('event_cancelled')
    if (before.bookingClosedAt) throw new Refused('cancellation_waits')
    await refuseStale(tx, before, version)
    refuseWithoutCode(before, columns)
    await checkReferences(tx, { ...before, ...columns })
    const current = await planOf(tx, before)
    const date = wanted.event_date ?? ukDate(before.startsAt)
    const plan = wanted.slot_plan ?? current
    const isReplanned = date !== ukDate(before.startsAt) || !isDeepStrictEqual(plan, current)
    if (isReplanned) {
      const now = deps.now()
      if (before.status === 'draft') await replaceDraftPlaces(tx, { id, date, plan, now })
      else await replan(tx, { before, date, plan, now })
    }
    const changes = { ...columns, ...(isReplanned && planColumns(date, plan)), changedBy: by.id }
    const wasMissing = await whatIsMissing(tx, before, deps.now())
    const planned = { ...(await mustLockEvent(tx, id)), ...changes }
    const missing = await whatIsMissing(tx, planned, deps.now())
    const newlyMissing = missing.filter((item) => !wasMissing.includes(item))
    if (before.status === 'published' && newlyMissing.length > 0)
      throw new Refused('not_ready', { missing: newlyMissing })
    refuseDoubts(
      [
        ...doubtsOfNewHall(before, planned),
        ...doubtsOfCode({ isPrivate: planned.isPrivate, typedCode: Boolean(wanted.access_code) }),
        ...(before.status === 'published'
          ? await findNewDoubts(tx, { before, after: planned })
          : []),
      ],
      acknowledged,
    )
    await updateEvent(tx, id, changes)
    if (columns.accessCodeHash !== undefined) await endGrants(tx, { eventId: id, now: deps.now() })
    const after = await mustLockEvent(tx, id)
    await insertAudit(tx, { by, subject: `event ${id}`, at: deps.now() }, 'event changed', {
      ...differences(before, changes),
      ...(!isAnnounced && { notifyBooked: false }),
    })
    await tellNearOfChange(tx, deps, { before, after })
    if (isAnnounced && after.status === 'published') await onChanged(tx, { before, after, by })
  })
}

/** A private event that is published has an access code. */
function refuseWithoutCode(
  before: EventRecord,
  {
    isPrivate = before.isPrivate,
    accessCodeHash = before.accessCodeHash,
  }: Awaited<ReturnType<typeof eventColumns>>,
): void {
  if (before.status === 'draft' || !isPrivate || accessCodeHash !== null) return
  throw new Refused('not_ready', { missing: ['access_code'] })
}
