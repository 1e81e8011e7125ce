import { toError } from '../../auth/to-error.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { nearestEvents } from '../../domain/office/nearest-events.ts'
import { cancelWithEvent } from '../bookings/cancel-appointment.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { findEvent, listEvents } from '../events/events.queries.ts'
import { eventCancelled, waitedEventCancelled } from '../mails/event-cancelled.ts'
import { findMember } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import type { OnError } from '../platform/for-each-safely.ts'
import { describeError } from '../platform/log.ts'
import { findStaffUser } from '../staff/staff.queries.ts'
import {
  type BulkActionRow,
  finishIfAllDone,
  listOpenItems,
  listRunning,
  lockOpenItem,
  markItemDone,
  recordItemFailure,
} from './bulk-actions.queries.ts'

type RunDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

const MOST_ATTEMPTS = 5

/**
 * Does what is open of every running action, each item in a transaction of its own: after a kill the
 * next run goes on, and two runs at once share the items. A failing item goes to `onError`, is tried
 * again by the next runs, and stops no other.
 */
export async function runBulkActions(deps: RunDeps, onError: OnError): Promise<void> {
  const { db } = deps.database
  for (const action of await listRunning(db)) {
    const items = await listOpenItems(db, action.id)
    const notice = items.length > 0 ? await prepareNotice(deps, action) : null
    for (const id of items) {
      try {
        await commit({ ...deps, eventIds: [action.eventId] }, async (tx) => {
          if (notice) await cancelForMember(tx, deps, { id, action, notice })
        })
      } catch (error) {
        const problem = describeError(error).message
        await recordItemFailure(db, { id, problem, most: MOST_ATTEMPTS })
        onError(toError(error))
      }
    }
    await finishIfAllDone(db, { id: action.id, now: deps.now() })
  }
}

type Notice = { event: CharityEvent; nearest: CharityEvent[]; userId: string }

async function prepareNotice(
  { database: { db }, now }: RunDeps,
  { eventId, madeBy }: BulkActionRow,
): Promise<Notice> {
  const event = await findEvent(db, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const nearest = nearestEvents(event, await listEvents(db, { now: now() }), now())
  return { event, nearest, userId: await findStaffUser(db, madeBy) }
}

async function cancelForMember(
  tx: Tx,
  { jobs, now: clock, settings: { publicUrl } }: RunDeps,
  { id, action, notice }: { id: number; action: BulkActionRow; notice: Notice },
): Promise<void> {
  const item = await lockOpenItem(tx, id)
  if (!item) return
  const now = clock()
  const member = await findMember(tx, item.memberId)
  if (!member) throw new Error(`member ${item.memberId} is not there`)
  const { event, nearest, userId } = notice
  const { message } = action
  const done = (isMailed: boolean | null) => markItemDone(tx, { id, isMailed, now })
  if (item.appointmentId === null) {
    const mail = waitedEventCancelled({ member, event, message, nearest, publicUrl })
    if (member.email) await jobs.enqueue(tx, 'mail', mail)
    return done(Boolean(member.email))
  }
  const { appointmentId } = item
  const cancelled = await cancelWithEvent(tx, { member, appointmentId, userId, now })
  // The member cancelled it first, and has the mail of that.
  if (!cancelled) return done(null)
  const mail = eventCancelled({ ...cancelled, member, publicUrl, message, nearest })
  if (member.email) await jobs.enqueue(tx, 'mail', mail)
  return done(Boolean(member.email))
}
