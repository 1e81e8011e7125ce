import type { Expected } from '../../domain/office/bulk-actions.ts'
import { isTickedRequest } from '../../domain/office/ticked.ts'
import { offerPlaces } from '../bookings/waiting-list/offer-places.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { previewForSecond } from './act-on-ticked.ts'
import { type BulkActionRow, updateBulkAction } from './bulk-actions.queries.ts'
import {
  beginCancellation,
  type CancelDeps,
  mustBeCancellable,
  mustBeExpected,
  previewOf,
  withAction,
} from './cancel-event.ts'
import { openBooking } from './cancellation.queries.ts'
import { enqueueRun } from './start-action.ts'
import { sayItTakesPlace } from './tell-of-cancellation.ts'
import { tellStopped } from './warn-colleagues.ts'

/**
 * Carries out at once what waits: a cancellation, or an action that could still be stopped. Throws Refused
 * not_found, same_person for the person who asked, or preview_outdated when a cancellation's counts are
 * not the `expected` ones; nothing when it has begun.
 */
export async function confirmAction(
  deps: CancelDeps,
  { id, expected }: { id: number; expected?: Expected | undefined },
  by: Staff,
): Promise<void> {
  await withAction(deps, id, async (tx, action) => {
    const { eventId, madeBy } = action
    const now = deps.now()
    if (madeBy === by.id) throw new Refused('same_person')
    const details = { bulkAction: id }
    if (isStoppable(action, now)) {
      await updateBulkAction(tx, id, { tellsAt: null, confirmedBy: by.id })
      await insertAudit(
        tx,
        { by, subject: `event ${eventId}`, at: deps.now() },
        'action confirmed',
        details,
      )
      await enqueueRun(tx, deps, null)
    }
    if (action.state !== 'waits for a second person') return
    if (isTickedRequest(action.request)) {
      const about = { eventId, madeById: madeBy, request: action.request }
      if (expected) mustBeExpected(expected, await previewForSecond(tx, deps, about))
      await updateBulkAction(tx, id, { state: 'running', confirmedBy: by.id })
      const subject = `event ${eventId}`
      await insertAudit(tx, { by, subject, at: now }, 'action confirmed', details)
      return enqueueRun(tx, deps, null)
    }
    mustBeCancellable(await findEventRecord(tx, eventId), now)
    const limits = await deps.site.limits(tx)
    const preview = await previewOf(tx, { eventId, bulkActionId: id, staffId: madeBy, limits, now })
    if (expected) mustBeExpected(expected, preview)
    await updateBulkAction(tx, id, { state: 'running', tellsAt: null, confirmedBy: by.id })
    await insertAudit(
      tx,
      { by, subject: `event ${eventId}`, at: deps.now() },
      'event cancelled',
      details,
    )
    await beginCancellation(tx, deps, { id, eventId, by })
  })
}

/**
 * Stops what has not begun: appointments stay, and of a cancellation booking is open again. Throws Refused
 * not_found or not_stoppable.
 */
export async function stopAction(
  deps: CancelDeps,
  { id, reason }: { id: number; reason: string },
  by: Staff,
): Promise<void> {
  await withAction(deps, id, async (tx, action) => {
    const isOfTicked = isTickedRequest(action.request)
    if (action.state === 'waits for a second person' && !isOfTicked)
      return withdrawCancellation(tx, deps, { action, reason, by })
    const now = deps.now()
    const isWaiting = action.state === 'waits for a second person'
    if (!isWaiting && !isStoppable(action, now)) throw new Refused('not_stoppable')
    const { eventId, kind } = action
    await updateBulkAction(tx, id, { state: 'done', finishedAt: now, revertedAt: now })
    const details = { bulkAction: id, reason }
    await insertAudit(
      tx,
      { by, subject: `event ${eventId}`, at: deps.now() },
      'action stopped',
      details,
    )
    await tellStopped(tx, deps, { id, kind, eventId, by: by.name, reason })
  })
}

/** The day stands again. Members who had a message that it does not take place get another. */
export async function withdrawCancellation(
  tx: Tx,
  deps: CancelDeps,
  { action, reason, by }: { action: BulkActionRow; reason: string; by: Staff },
): Promise<void> {
  const { id, eventId, kind } = action
  const now = deps.now()
  await openBooking(tx, eventId)
  await updateBulkAction(tx, id, { state: 'done', finishedAt: now, revertedAt: now })
  const details = { bulkAction: id, reason, before: 'published' }
  await insertAudit(
    tx,
    { by, subject: `event ${eventId}`, at: deps.now() },
    'cancellation withdrawn',
    details,
  )
  if (action.toldAt) await sayItTakesPlace(tx, deps, { action, by })
  await tellStopped(tx, deps, { id, kind, eventId, by: by.name, reason })
  await offerPlaces(tx, deps, { eventId, now })
}

/** Whether it waits only until it may begin by itself. */
export function isStoppable(
  { state, tellsAt }: Pick<BulkActionRow, 'state' | 'tellsAt'>,
  now: Date,
) {
  return state === 'running' && tellsAt !== null && tellsAt > now
}
