import {
  type MadeSince,
  PARTING_NOTES,
  type PartedItem,
  partedItem,
} from '../../../domain/office/partings.ts'
import { dayInWords, ukDate, ukTime } from '../../../domain/uk-time.ts'
import { copyConsentFor } from '../../bookings/consent/give-consent.ts'
import { offerPlaces } from '../../bookings/waiting-list/offer-places.ts'
import type { Deps } from '../../deps.ts'
import { EMPTY_REVIEW } from '../../facts/sealed-lab-results.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/http/refused.ts'
import { lockLabResult } from '../../results/lab-results.queries.ts'
import { save } from '../../results/review/review-result.ts'
import type { Staff } from '../../staff/guard.ts'
import { findUpcoming } from './merges.queries.ts'
import {
  copyWithdrawal,
  findParted,
  giveGrants,
  giveParted,
  giveWait,
  isAtEvent,
  listAppointmentsSince,
  listOpenReports,
  listWaits,
  listWaitsSince,
  type PartedAppointment,
  type PartedWait,
  reopenWait,
} from './parted-places.queries.ts'
import type { SealedMerge } from './sealed-record.ts'

type PlaceDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'auth' | 'site'
>
type Of = {
  keptId: number
  mergedId: number
  mergedAt: Date
  sealed: SealedMerge
  staff: Staff
  now: Date
}

/** The appointment, the places in queues and the rights of access that the merge moved. */
export async function putBackPlaces(tx: Tx, deps: PlaceDeps, of: Of): Promise<PartedItem[]> {
  const { keptId, mergedId, sealed, now } = of
  const items = await putBackAppointment(tx, deps, of)
  const events = new Set<number>()
  for (const wait of await listWaits(tx, sealed.waits.moved)) {
    const isOpen = wait.status === 'waiting' || wait.status === 'offered'
    if (wait.memberId !== keptId || !isOpen) continue
    await giveWait(tx, { id: wait.id, memberId: mergedId })
    items.push(partedItem('place in a queue', { text: wait.eventName, goes_to: 'merged' }))
  }
  for (const wait of await listWaits(tx, sealed.waits.closed)) {
    const against = await whyNotReopen(tx, wait, now)
    if (!against) {
      await reopenWait(tx, wait.id)
      events.add(wait.eventId)
    }
    const owner = wait.memberId === mergedId ? 'merged' : 'kept'
    const note = against ?? (wait.offeredUntil === null ? null : PARTING_NOTES.offerEnded)
    const goes_to = against ? 'nobody' : owner
    items.push(partedItem('place in a queue', { text: wait.eventName, goes_to, note }))
  }
  for (const eventId of events) await offerPlaces(tx, deps, { eventId, now })
  const granted = await giveGrants(tx, { keptId, mergedId, ...sealed })
  if (granted > 0) items.push(partedItem('access to a private event', { goes_to: 'merged' }))
  return items
}

async function putBackAppointment(tx: Tx, deps: PlaceDeps, of: Of): Promise<PartedItem[]> {
  const { keptId, mergedId, sealed, staff, now } = of
  const moved = sealed.appointment
  const found = moved && (await findParted(tx, moved.id))
  if (!moved || !found || found.memberId !== keptId) return []
  const text = nameOf(found)
  if (mustStay(found))
    return [partedItem('appointment', { text, goes_to: 'kept', note: PARTING_NOTES.hasResult })]
  const { consentId, items } = moved
  await giveParted(tx, { appointmentId: found.id, memberId: mergedId, consentId, items, now })
  const consents = { from: found.consentId, to: consentId, memberId: mergedId }
  const isWithdrawn = await copyWithdrawal(tx, consents)
  const again = await reviewAgain(tx, deps, { appointmentId: found.id, staff })
  const notes = [
    ...(found.status === 'cancelled' ? [PARTING_NOTES.cancelled] : []),
    ...(isWithdrawn ? [PARTING_NOTES.consentWithdrawn] : []),
    ...(again > 0 ? [PARTING_NOTES.reviewedAgain] : []),
  ]
  const note = notes.length > 0 ? notes.join(' ') : null
  return [partedItem('appointment', { text, goes_to: 'merged', note })]
}

/** Its reports that were reviewed under the other member's data; returns how many. */
async function reviewAgain(
  tx: Tx,
  deps: PlaceDeps,
  { appointmentId, staff }: { appointmentId: number; staff: Staff },
): Promise<number> {
  const open = await listOpenReports(tx, deps, appointmentId)
  for (const { id } of open) {
    const row = await lockLabResult(tx, deps, id)
    if (!row) continue
    const sealed = { ...EMPTY_REVIEW, note: 'The records of two people were parted.' }
    await save(tx, deps, { row, by: staff, kind: 'sent back', sealed, state: 'review' })
  }
  return open.length
}

/** A result refers to the member of its appointment for good. */
function mustStay({ hasResult, hasForeignReport }: PartedAppointment): boolean {
  return hasResult || hasForeignReport
}

async function whyNotReopen(tx: Tx, wait: PartedWait, now: Date): Promise<string | null> {
  const isBooked = await findUpcoming(tx, { memberId: wait.memberId, now })
  if (wait.endsAt <= now || isBooked) return PARTING_NOTES.listClosed
  const isThere = await isAtEvent(tx, { memberId: wait.memberId, eventId: wait.eventId })
  return isThere ? PARTING_NOTES.bookedSince : null
}

/** What the kept record booked and waits for since the merge. */
export async function listMadeSince(
  tx: Tx,
  { keptId, mergedAt, sealed }: Pick<Of, 'keptId' | 'mergedAt' | 'sealed'>,
): Promise<{ appointments: MadeSince[]; waits: MadeSince[] }> {
  const except = sealed.appointment?.id ?? null
  const own = { memberId: keptId, since: mergedAt }
  return {
    appointments: (await listAppointmentsSince(tx, { ...own, except })).map((one) => ({
      id: one.id,
      text: nameOf(one),
      against: mustStay(one) ? PARTING_NOTES.hasResult : null,
    })),
    waits: (await listWaitsSince(tx, own)).map(({ id, eventName }) => ({
      id,
      text: eventName,
      against: null,
    })),
  }
}

/** Throws Refused invalid_request for what was not made since, or what the record cannot have. */
export async function giveChosen(
  tx: Tx,
  deps: PlaceDeps,
  of: Of & { appointmentIds: readonly number[]; waitIds: readonly number[] },
): Promise<PartedItem[]> {
  const { mergedId, now } = of
  const since = await listMadeSince(tx, of)
  const items: PartedItem[] = []
  for (const id of new Set(of.appointmentIds)) {
    const offered = since.appointments.find((one) => one.id === id)
    const found = await findParted(tx, id)
    if (!found || offered?.against !== null)
      throw invalidField('appointment_ids', 'One of these appointments cannot be moved.')
    const isOpen = found.status === 'booked'
    const isAhead = isOpen && found.endsAt > now
    const hasOther =
      (isAhead && (await findUpcoming(tx, { memberId: mergedId, now })) !== null) ||
      (isOpen && (await isAtEvent(tx, { memberId: mergedId, eventId: found.eventId })))
    if (hasOther)
      throw invalidField(
        'appointment_ids',
        'The record would have two appointments. Leave one with the kept record.',
      )
    const consentId = await copyConsentFor(tx, deps, { appointmentId: id, memberId: mergedId })
    await giveParted(tx, { appointmentId: id, memberId: mergedId, consentId, items: [], now })
    await copyWithdrawal(tx, { from: found.consentId, to: consentId, memberId: mergedId })
    const again = await reviewAgain(tx, deps, { appointmentId: id, staff: of.staff })
    const note = again > 0 ? PARTING_NOTES.reviewedAgain : PARTING_NOTES.chosen
    items.push(partedItem('appointment', { text: nameOf(found), goes_to: 'merged', note }))
  }
  const waits = await listWaits(tx, [...of.waitIds])
  for (const id of new Set(of.waitIds)) {
    const wait = waits.find((one) => one.id === id)
    const isOffered = since.waits.some((one) => one.id === id)
    const isThere = wait && (await isAtEvent(tx, { memberId: mergedId, eventId: wait.eventId }))
    if (!wait || !isOffered || isThere)
      throw invalidField('wait_ids', 'One of these places in a queue cannot be moved.')
    await giveWait(tx, { id, memberId: mergedId })
    const { eventName: text } = wait
    items.push(
      partedItem('place in a queue', { text, goes_to: 'merged', note: PARTING_NOTES.waited }),
    )
  }
  return items
}

function nameOf({ eventName, startsAt }: PartedAppointment): string {
  return `${eventName}, ${dayInWords(ukDate(startsAt))}, ${ukTime(startsAt)}`
}
