import { toError } from '../../auth/to-error.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { nearestEvents } from '../../domain/nearest-events.ts'
import { isTickedRequest } from '../../domain/office/ticked.ts'
import { mayTell } from '../../domain/reach.ts'
import { findAppointment } from '../bookings/appointments.queries.ts'
import { cancelWithEvent } from '../bookings/cancel-appointment.ts'
import type { Deps } from '../deps.ts'
import { findEvent, listEvents } from '../events/events.queries.ts'
import { pointOf } from '../events/find-nearby.ts'
import { findMember, type Member } from '../members/members.queries.ts'
import { findReachFacts } from '../members/reach.queries.ts'
import { eventCancelled, waitedEventCancelled } from '../messages/mails/event-cancelled.ts'
import { eventChanged } from '../messages/mails/event-changed.ts'
import type { Outgoing } from '../messages/mails/letter.ts'
import { findMailText } from '../messages/mails/mail-texts.queries.ts'
import { appointmentSms } from '../messages/sms/appointment-sms.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { forEachSafely, type OnError } from '../platform/for-each-safely.ts'
import { describeError } from '../platform/log.ts'
import type { SmsDraft } from '../platform/sms.ts'
import { findStaffUser } from '../staff/staff.queries.ts'
import { callAboutEvent } from '../tasks/call-about-event.ts'
import { type BulkActionRow, finishIfAllDone, listRunning } from './bulk-actions.queries.ts'
import { changeTimeLater } from './change-time.ts'
import { listOpenItems, lockOpenItem, markItemDone, recordItemFailure } from './items.queries.ts'
import { runTicked } from './run-ticked.ts'
import { tellLate } from './running-late.ts'
import { messageFor } from './send-message.ts'
import { tellOfWaitingCancellations } from './tell-of-cancellation.ts'

type RunDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'>

const MOST_ATTEMPTS = 5

/**
 * Does what is open of every running action, each item in a transaction of its own: after a kill the
 * next run goes on, and two runs at once share the items. A failing item goes to `onError`, is tried
 * again by the next runs, and stops no other.
 */
export async function runBulkActions(deps: RunDeps, onError: OnError): Promise<void> {
  const { db } = deps.database
  await tellOfWaitingCancellations(deps, onError)
  await forEachSafely(await listRunning(db, deps.now()), onError, async (action) => {
    if (action.kind === 'time change') return changeTimeLater(deps, action)
    if (isTickedRequest(action.request)) {
      await runTicked(deps, action, onError)
      return finishIfAllDone(db, { id: action.id, now: deps.now() })
    }
    const items = await listOpenItems(db, action.id)
    const notice = await prepareNotice(deps, action)
    for (const id of items) {
      try {
        await commit({ ...deps, eventIds: [action.eventId] }, (tx) =>
          doItem(tx, deps, { id, action, notice }),
        )
      } catch (error) {
        const problem = describeError(error).message
        await recordItemFailure(db, { id, problem, most: MOST_ATTEMPTS })
        onError(toError(error))
      }
    }
    await finishIfAllDone(db, { id: action.id, now: deps.now() })
  })
}

type Notice = { event: CharityEvent; nearest: CharityEvent[]; userId: string }

async function prepareNotice(
  { database: { db }, now }: RunDeps,
  { eventId, madeBy }: BulkActionRow,
): Promise<Notice> {
  const event = await findEvent(db, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const nearest = nearestEvents(await listEvents(db, { now: now() }), {
    from: pointOf(event),
    now: now(),
    besides: eventId,
    pointOf,
  })
  return { event, nearest, userId: await findStaffUser(db, madeBy) }
}

async function doItem(
  tx: Tx,
  deps: RunDeps,
  { id, action, notice }: { id: number; action: BulkActionRow; notice: Notice },
): Promise<void> {
  const item = await lockOpenItem(tx, id)
  if (!item) return
  const member = await findMember(tx, item.memberId)
  if (!member) throw new Error(`member ${item.memberId} is not there`)
  const { appointmentId } = item
  const told = await workOf(tx, deps, { itemId: id, member, appointmentId, action, notice })
  // The office sees whom no message reached, and rings those who are alive.
  const facts = await findReachFacts(tx, member.id)
  const isTold = facts !== null && mayTell(facts, 'appointment')
  const sms = isTold && told?.sms ? told.sms : null
  const mail = isTold && told ? told.mail : null
  if (mail) await deps.jobs.enqueue(tx, 'mail', mail)
  if (sms) await deps.jobs.enqueue(tx, 'sms', sms)
  // Whether the member gets a mail or an SMS; null when there was nothing to say.
  const isMailed =
    told && facts?.diedAt === null ? (mail?.to ?? null) !== null || sms !== null : null
  const now = deps.now()
  const { eventId } = action
  await markItemDone(tx, { id, isMailed, now })
  const callBefore = told?.callBefore ?? null
  if (isMailed === false)
    await callAboutEvent(tx, { memberId: member.id, appointmentId, eventId, now, callBefore })
}

type Work = {
  itemId: number
  member: Member
  appointmentId: number | null
  action: BulkActionRow
  notice: Notice
}

/**
 * `sms`: for a member who wants that, or gets it instead of a mail; without both somebody calls.
 * `callBefore`: when a call about it comes too late.
 */
type Told = { mail: Outgoing | null; sms?: SmsDraft | null; callBefore?: Date }

/** Does what the action is for; returns what to tell the member, or null for nothing. */
async function workOf(tx: Tx, deps: RunDeps, work: Work): Promise<Told | null> {
  const { member, appointmentId, action } = work
  switch (action.kind) {
    case 'event cancellation':
      return cancelForMember(tx, deps, work)
    case 'event change':
      return mailOfChange(tx, deps, { member, appointmentId })
    case 'message':
      return messageFor(tx, deps, work)
    case 'running late':
      return tellLate(tx, deps, { member, appointmentId, action })
    case 'appointment moves':
    case 'appointment cancellations':
      throw new Error('ticked appointments are done by runTicked')
    case 'time change':
      throw new Error('a change of time is done at once and has no open items')
  }
}

/** Null when the appointment is not booked any more. */
async function mailOfChange(
  tx: Tx,
  { now, settings }: RunDeps,
  { member, appointmentId }: Pick<Work, 'member' | 'appointmentId'>,
): Promise<Told | null> {
  if (appointmentId === null) return null
  const booked = await findAppointment(tx, { id: appointmentId, memberId: member.id })
  if (booked?.status !== 'booked') return null
  const ownText = await findMailText(tx, 'event_changed')
  const mail = eventChanged({
    member,
    booked: { ...booked, changedAt: now() },
    publicUrl: settings.publicUrl,
    ownText,
  })
  return { mail, sms: appointmentSms(settings, { kind: 'changed', booked, member }) }
}

/** The mail about it; null when the member cancelled first, and has the mail of that. */
async function cancelForMember(
  tx: Tx,
  { now, settings }: RunDeps,
  { member, appointmentId, action, notice }: Work,
): Promise<Told | null> {
  const { publicUrl } = settings
  const { event, nearest, userId } = notice
  const { message } = action
  if (appointmentId === null) {
    const ownText = await findMailText(tx, 'waited_event_cancelled')
    return { mail: waitedEventCancelled({ member, event, message, nearest, publicUrl, ownText }) }
  }
  const cancelled = await cancelWithEvent(tx, { member, appointmentId, userId, now: now() })
  if (!cancelled) return null
  const ownText = await findMailText(tx, 'event_cancelled')
  const mail = eventCancelled({ ...cancelled, member, publicUrl, message, nearest, ownText })
  const { booked } = cancelled
  return { mail, sms: appointmentSms(settings, { kind: 'cancelled by us', booked, member }) }
}
