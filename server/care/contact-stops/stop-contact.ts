import {
  type ContactStopKind,
  endsTask,
  type StoppedItem,
  type StoppedKind,
  stops,
} from '../../../domain/office/contact-stops.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import { cancelSilently } from '../../bookings/cancel-appointment.ts'
import { releasePlaces } from '../../bookings/places.queries.ts'
import { leaveAllLists } from '../../bookings/waiting-list/leave-list.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { endClaimsOf } from '../../members/open-claims.queries.ts'
import { deleteUnsent } from '../../messages/mail-jobs/mail-jobs.queries.ts'
import { listMailsTo } from '../../messages/mail-jobs/mails-to.ts'
import type { Tx } from '../../platform/db/database.ts'
import { updateLetters } from '../../results/result-letters/letters.queries.ts'
import { changeLoop, openLoops } from '../../tasks/change-loops.ts'
import { lockLoopsOfPerson } from '../../tasks/loops.queries.ts'
import {
  countPlacesOf,
  deleteUnannounced,
  endLinks,
  isAddressShared,
  leaveNearAlert,
  leaveNewsletter,
  listUnannounced,
  listUnread,
  listUnreleased,
  listWaits,
  lockAppointmentsAhead,
  lockLettersOf,
} from './stops.queries.ts'

type StopDeps = Pick<Deps, 'now' | 'jobs' | 'settings' | 'fieldKeys' | 'site'>
type Stopping = { row: MemberRow; kind: ContactStopKind; userId: string; now: Date }
export type Stopped = { items: StoppedItem[]; refundPence: number }

/**
 * Stops what an act of this kind stops, and returns it. Lock the tasks and the record of the person
 * first, in this order.
 */
export async function stopContact(tx: Tx, deps: StopDeps, of: Stopping): Promise<Stopped> {
  const { row, kind, now } = of
  const { id: memberId } = row
  const items: StoppedItem[] = []
  const add = (stopped: StoppedKind, id: number | null, text: string, isForAll = true) =>
    items.push({ kind: stopped, id, text, for: isForAll ? 'office' : 'clinician' })

  const refundPence = stops(kind, 'appointment') ? await cancelAhead(tx, deps, of, add) : 0
  if (stops(kind, 'place held')) {
    const held = await countPlacesOf(tx, memberId, now)
    await releasePlaces(tx, memberId)
    if (held > 0) add('place held', null, `${held} at an event`)
  }
  for (const { eventId, eventName } of await listWaits(tx, memberId))
    add('waiting list', eventId, eventName)
  await leaveAllLists(tx, deps, { member: row, now })
  if (stops(kind, 'message not sent')) await stopMessages(tx, deps, row, add)
  if (stops(kind, 'letter')) {
    const letters = await lockLettersOf(tx, { memberId, onlyOwn: kind !== 'died' })
    await updateLetters(
      tx,
      letters.map(({ id }) => id),
      { state: 'stopped' },
    )
    for (const { id, recipient } of letters)
      add('letter', id, recipient === 'gp' ? 'to the GP' : 'to the member', false)
  }
  if (stops(kind, 'notice of a result')) {
    const unannounced = await listUnannounced(tx, memberId)
    // The next round still makes a letter that the GP is due.
    const ended = unannounced.filter((one) => kind === 'died' || !one.lacksGpLetter)
    await deleteUnannounced(
      tx,
      ended.map(({ resultId }) => resultId),
    )
    for (const { resultId } of unannounced) add('notice of a result', resultId, 'not sent yet')
  }
  await endTasks(tx, deps, of, add)
  if (kind === 'died') await endClaimsOf(tx, { memberIds: [memberId], now })
  const links = await endLinks(tx, deps.fieldKeys, { memberId, all: kind === 'died', now })
  if (links > 0) add('link', null, `${links} sent before`)
  if (row.email !== null && !(await isAddressShared(tx, { email: row.email, memberId }))) {
    if ((await leaveNearAlert(tx, row.email, now)) > 0) add('near alert', null, row.email)
    if ((await leaveNewsletter(tx, row.email, now)) > 0) add('newsletter', null, row.email)
  }
  return { items, refundPence }
}

type Add = (stopped: StoppedKind, id: number | null, text: string, isForAll?: boolean) => void

async function cancelAhead(
  tx: Tx,
  deps: StopDeps,
  { row, userId, now }: Stopping,
  add: Add,
): Promise<number> {
  let pence = 0
  for (const one of await lockAppointmentsAhead(tx, row.id, now)) {
    const member = { ...row, id: one.memberId }
    const about = { member, appointmentId: one.id, userId, reason: 'the member has died', now }
    pence += (await cancelSilently(tx, deps, about)) ?? 0
    add('appointment', one.id, one.eventName)
  }
  return pence
}

/** At an address that somebody else uses too, only messages about an appointment are surely theirs. */
async function stopMessages(tx: Tx, deps: StopDeps, row: MemberRow, add: Add): Promise<void> {
  const { id: memberId, email } = row
  const isShared = email !== null && (await isAddressShared(tx, { email, memberId }))
  const to = { email: isShared ? null : email, phone: provenMobile(row) ?? '' }
  for (const { job, subject } of await listMailsTo(tx, deps, to)) {
    await deleteUnsent(tx, job)
    add('message not sent', null, subject)
  }
}

/** What a death leaves to a clinician opens at the same time. */
async function endTasks(
  tx: Tx,
  deps: StopDeps,
  { row, kind, now }: Stopping,
  add: Add,
): Promise<void> {
  for (const careLoop of await lockLoopsOfPerson(tx, deps, row.id)) {
    if (!endsTask(kind, careLoop.kind)) continue
    const ended = { closedAt: now, closedBecause: kind, nextStepAt: null, isToRing: false }
    await changeLoop(tx, deps, careLoop, ended)
    add('task', careLoop.id, careLoop.kind, careLoop.owner === 'office')
  }
  if (kind !== 'died') return
  const unread = [
    ...(await listUnreleased(tx, deps, row.id)),
    ...(await listUnread(tx, row.id, now)),
  ]
  await openLoops(
    tx,
    unread.map(({ memberId, appointmentId, ...one }) => ({
      kind: 'result_of_the_dead',
      memberId,
      appointmentId,
      labResultId: 'labResultId' in one ? one.labResultId : null,
      resultId: 'resultId' in one ? one.resultId : null,
      openedAt: now,
    })),
  )
}
