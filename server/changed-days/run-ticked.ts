import { toError } from '../../auth/to-error.ts'
import { isTickedRequest, type TickedRequest } from '../../domain/office/ticked.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { findAppointment } from '../bookings/appointments.queries.ts'
import { cancelAppointment } from '../bookings/cancel-appointment.ts'
import { findMemberOfAppointment } from '../bookings/on-behalf.queries.ts'
import { logAccess, moveOnBehalf } from '../bookings/on-behalf.ts'
import type { Deps } from '../deps.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { OnError } from '../platform/for-each-safely.ts'
import { Refused } from '../platform/http/refused.ts'
import { describeError } from '../platform/log.ts'
import type { Staff } from '../staff/guard.ts'
import { findStaff } from '../staff/staff.queries.ts'
import { callAboutEvent } from '../tasks/call-about-event.ts'
import type { BulkActionRow } from './bulk-actions.queries.ts'
import { isReached } from './is-reached.ts'
import {
  findOpenItem,
  listOpenItems,
  lockOpenItem,
  markItemDone,
  recordItemFailure,
} from './items.queries.ts'
import { tickedRefusal } from './plan-ticked.ts'

type RunDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'>

const MOST_ATTEMPTS = 5

/**
 * Moves or cancels each open appointment of the action by the act of one appointment; its item is done in the same
 * transaction, so that none is done twice. A refusal ends the item with its sentence, any other error
 * goes to `onError` and is tried again.
 */
export async function runTicked(
  deps: RunDeps,
  action: BulkActionRow,
  onError: OnError,
): Promise<void> {
  const { db } = deps.database
  const { id, madeBy, request } = action
  if (!isTickedRequest(request)) return
  const by = await findStaff(db, madeBy)
  if (!by) throw new Error(`staff ${madeBy} is not there`)
  for (const itemId of await listOpenItems(db, id)) {
    try {
      await actOnItem(deps, { itemId, action, request, by })
    } catch (error) {
      const isRefused = error instanceof Refused
      await recordItemFailure(db, {
        id: itemId,
        problem: isRefused ? tickedRefusal(error) : describeError(error).message,
        most: isRefused ? 1 : MOST_ATTEMPTS,
      })
      if (!isRefused) onError(toError(error))
    }
  }
}

type Acting = { itemId: number; action: BulkActionRow; request: TickedRequest; by: Staff }

async function actOnItem(deps: RunDeps, { itemId, action, request, by }: Acting): Promise<void> {
  const { db } = deps.database
  const item = await findOpenItem(db, itemId)
  if (!item) return
  const { appointmentId } = item
  const member = appointmentId === null ? null : await findMemberOfAppointment(db, appointmentId)
  if (appointmentId === null || !member) throw new Refused('not_booked')
  const { eventId } = action
  const end = (q: Queryable, callBefore: Date | null) =>
    endItem(q, deps, { itemId, memberId: member.id, appointmentId, eventId, callBefore })

  if (!('moves' in request)) {
    const { refund, reason, may_exceed: mayExceed } = request
    await cancelAppointment(deps, {
      whose: { member },
      appointmentId,
      onBehalf: { userId: by.userId, reason, refund, mayExceed },
      also: async (tx) => {
        await logAccess(tx, { staff: by, memberId: member.id, now: deps.now() })
        await end(tx, null)
      },
    })
    return
  }
  const move = request.moves.find((one) => one.appointment_id === appointmentId)
  const booked = await findAppointment(db, { id: appointmentId, memberId: member.id })
  if (!move || booked?.status !== 'booked') throw new Refused('not_booked')
  const isAsShown =
    booked.event.event_id === eventId && booked.startsAt.toISOString() === move.starts_at
  if (!isAsShown) throw new Refused('changed_meanwhile')
  const { date, time, difference_pence } = move
  const { reason, event_id } = request
  await moveOnBehalf(deps, {
    appointmentId,
    event_id,
    date,
    time,
    reason,
    difference_pence,
    staff: by,
    saveResponse: (tx) => end(tx, ukInstant(date, time)),
  })
}

/** Marks it done; a person calls a member whom no message reaches. Throws Refused changed_meanwhile when another run has done it. */
async function endItem(
  q: Queryable,
  { settings, now: clock }: Pick<Deps, 'settings' | 'now'>,
  about: {
    itemId: number
    memberId: number
    appointmentId: number
    eventId: number
    callBefore: Date | null
  },
): Promise<void> {
  const { itemId, callBefore, ...toTell } = about
  if (!(await lockOpenItem(q, itemId))) throw new Refused('changed_meanwhile')
  const now = clock()
  const isMailed = await isReached(q, settings, toTell.memberId)
  await markItemDone(q, { id: itemId, isMailed, now })
  if (!isMailed) await callAboutEvent(q, { ...toTell, now, callBefore })
}
