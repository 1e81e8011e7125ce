import type { CharityEvent } from '../../../domain/contract.ts'
import { isUpcoming } from '../../../domain/events.ts'
import { milesBetween, NEAR_MILES } from '../../../domain/nearby.ts'
import type { Deps } from '../../deps.ts'
import { findEvent } from '../../events/events.queries.ts'
import { pointOf } from '../../events/find-nearby.ts'
import { eventNear } from '../../messages/mails/event-near.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { linksOf } from '../newsletter/double-opt-in.ts'
import { insertMails, lockConfirmedBetween } from './near-alerts.queries.ts'
import { NEAR_ALERT } from './opt-in.ts'

type AlertDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>

const BATCH = 200
const MILES_OF_A_DEGREE = 69
/** Degrees of latitude that no alert reaches beyond. */
const REACH = (NEAR_MILES + 1) / MILES_OF_A_DEGREE

/**
 * Mails everybody whose place the event is near, each address once per event. A batch is one
 * transaction, so that a run after a kill goes on.
 */
export async function alertNear(deps: AlertDeps, { eventId }: { eventId: number }): Promise<void> {
  let after: string | null = null
  do {
    const from: string | null = after
    after = await commit(deps, (tx) => alertBatch(tx, deps, { eventId, after: from }))
  } while (after !== null)
}

/** The last alert of the batch; null when none is left. */
async function alertBatch(
  tx: Tx,
  deps: AlertDeps,
  { eventId, after }: { eventId: number; after: string | null },
): Promise<string | null> {
  const now = deps.now()
  const event = await findEvent(tx, eventId)
  const point = event && isForEverybody(event, now) ? pointOf(event) : null
  if (!event || !point) return null
  const alerts = await lockConfirmedBetween(tx, {
    south: point.latitude - REACH,
    north: point.latitude + REACH,
    after,
    limit: BATCH,
  })
  const near = alerts
    .map((alert) => ({ ...alert, away: milesBetween(alert, point) }))
    .filter(({ away, miles }) => away <= miles)
  const isNew = await insertMails(tx, { eventId, alertIds: near.map(({ id }) => id), now })
  for (const { id, email, place, away } of near) {
    if (!isNew.has(id)) continue
    const { leave } = linksOf(deps, NEAR_ALERT, id)
    const mail = eventNear({ email, event, place, away, leave, publicUrl: deps.settings.publicUrl })
    await deps.jobs.enqueue(tx, 'mail', mail)
  }
  return alerts.length < BATCH ? null : (alerts.at(-1)?.id ?? null)
}

function isForEverybody(event: CharityEvent, now: Date): boolean {
  if (event.is_private || event.is_cancelled || event.is_booking_closed) return false
  return event.exclusive_for === 'COMMUNITY' && isUpcoming(event, now)
}
