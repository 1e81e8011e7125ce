import { randomUUID } from 'node:crypto'
import type { EventDetails } from '../../../domain/contract.ts'
import { bookingClosesAt } from '../../../domain/events.ts'
import {
  heldAfterMove,
  type InvitationEnd,
  nearestTime,
} from '../../../domain/office/invitations.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { heldEventChanged, placeNoLongerHeld } from '../../messages/mails/place-held.ts'
import { placeNoLongerHeldBySms } from '../../messages/sms/place-held.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import {
  changeInvitation,
  holdForLink,
  type InvitationRow,
  listTimesForGroup,
  listUnbookedInvitations,
} from './invitations.queries.ts'
import { openToTell } from './sealed-invitation.ts'
import { sendLink } from './send-link.ts'

type TellDeps = Pick<Deps, 'now' | 'jobs' | 'settings' | 'fieldKeys'>

/** Ends the invitations of an event that is cancelled, with an email and a text to each. */
export async function cancelInvitations(tx: Tx, deps: TellDeps, eventId: number): Promise<void> {
  const event = await shownEvent(tx, eventId)
  for (const row of await listUnbookedInvitations(tx, eventId, deps.now()))
    await endOne(tx, deps, { row, event, because: 'event cancelled' })
}

/**
 * Holds the places of invitations again at the nearest time of the day's new times, and sends each a
 * new link; one for which there is no place ends. Call it when the new places are there, before
 * they are offered to the waiting list; `rows` are from before.
 */
export async function moveInvitations(
  tx: Tx,
  deps: TellDeps,
  { eventId, rows }: { eventId: number; rows: readonly InvitationRow[] },
): Promise<void> {
  if (rows.length === 0) return
  const now = deps.now()
  const event = await shownEvent(tx, eventId)
  const host = (await findEventRecord(tx, eventId))?.hostName ?? null
  const closesAt = bookingClosesAt(event)
  for (const row of rows) {
    const before = row.slotStartsAt
    const times = await listTimesForGroup(tx, { eventId, now, isPromised: true })
    const startsAt = nearestTime(before, times)
    const until = startsAt && heldAfterMove({ until: row.heldUntil, closesAt, startsAt, now })
    const key = makeLinkKey()
    const keyHash = hashOfLinkKey(key)
    const hold = until && { eventId, startsAt, keyHash, holdId: randomUUID(), until, now }
    if (!hold || !(await holdForLink(tx, { ...hold, isPromised: true }))) {
      await endOne(tx, deps, { row, event, because: 'time changed' })
      continue
    }
    const { until: heldUntil } = hold
    const person = openToTell(deps.fieldKeys, row)
    const isSent = await sendLink(tx, deps, {
      id: row.id,
      person,
      host,
      event,
      startsAt: hold.startsAt,
      until: heldUntil,
      key,
      before,
    })
    const unopened = { openedBy: null, openedAt: null, memberId: null }
    const sent = isSent ? { sentAt: now } : {}
    const moved = { slotStartsAt: hold.startsAt, heldUntil, keyHash, ...unopened, ...sent }
    await changeInvitation(tx, row.id, moved)
  }
  await insertAudit(tx, { subject: `event ${eventId}`, at: now }, 'invitations moved', {
    invitations: rows.length,
  })
}

/** An email to each who is invited that the words or the hall of the event have changed. */
export async function tellInvitedOfChange(tx: Tx, deps: TellDeps, eventId: number): Promise<void> {
  const rows = await listUnbookedInvitations(tx, eventId, deps.now())
  if (rows.length === 0) return
  const event = await shownEvent(tx, eventId)
  for (const row of rows) {
    const { name, email } = openToTell(deps.fieldKeys, row)
    const { id, slotStartsAt: startsAt, heldUntil: until } = row
    if (email === null) continue
    const mail = heldEventChanged({ to: email, id, name, event, startsAt, until })
    await deps.jobs.enqueue(tx, 'mail', mail)
  }
}

async function endOne(
  tx: Tx,
  deps: TellDeps,
  {
    row,
    event,
    because,
  }: { row: InvitationRow; event: EventDetails; because: Exclude<InvitationEnd, 'withdrawn'> },
): Promise<void> {
  const { id, slotStartsAt: startsAt } = row
  await changeInvitation(tx, id, { endedAt: deps.now(), endedBecause: because })
  const { name, email, mobile, begun_by: by } = openToTell(deps.fieldKeys, row)
  const isBegun = by !== undefined
  if (email !== null)
    await deps.jobs.enqueue(
      tx,
      'mail',
      placeNoLongerHeld({ to: email, id, name, event, startsAt, because, isBegun }),
    )
  const phone = deps.settings.sendsSms ? ukMobile(mobile ?? '') : null
  if (phone === null) return
  const sms = { phone, id, startsAt, isCancelled: because === 'event cancelled' }
  await deps.jobs.enqueue(tx, 'sms', placeNoLongerHeldBySms(sms))
}

async function shownEvent(tx: Tx, eventId: number): Promise<EventDetails> {
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  return event
}
