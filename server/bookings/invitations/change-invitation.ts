import { bookingClosesAt, eventAddress } from '../../../domain/events.ts'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import {
  aboutInvitation,
  heldUntil,
  type Invitation,
  type InvitationCard,
  invitationState,
  type ListedInvitation,
} from '../../../domain/office/invitations.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findEventRecord, waitForChanges } from '../../events/office.queries.ts'
import { listUndelivered } from '../../messages/mail-jobs/mail-jobs.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import {
  changeHeldPlace,
  changeInvitation,
  lockInvitation,
  releaseHeldPlace,
  type selectInvitations,
} from './invitations.queries.ts'
import { openInvited, openToTell } from './sealed-invitation.ts'
import { invitationLink, sendLink } from './send-link.ts'

type InvitationDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>
type Params = { id: number; staff: Staff }
export type Found = Awaited<ReturnType<typeof selectInvitations>>[number]

/** Ends the invitation: its place is free again. Throws Refused not_found, invitation_booked or invitation_ended. */
export async function withdrawInvitation(
  deps: InvitationDeps,
  params: Params,
): Promise<Invitation> {
  return change(deps, params, 'invitation withdrawn', async (tx, { row }) => {
    const now = deps.now()
    await releaseHeldPlace(tx, row)
    await changeInvitation(tx, row.id, { endedAt: now, endedBecause: 'withdrawn' })
    await offerPlaces(tx, deps, { eventId: row.eventId, now })
  })
}

/** Holds the place for so many more days from now. Throws as withdrawInvitation. */
export async function extendInvitation(
  deps: InvitationDeps,
  params: Params & { days: number },
): Promise<Invitation> {
  return change(deps, params, 'invitation extended', async (tx, { row }) => {
    const event = await shownEvent(tx, row.eventId)
    const until = heldUntil({
      now: deps.now(),
      days: params.days,
      closesAt: bookingClosesAt(event),
      startsAt: row.slotStartsAt,
    })
    // Never less than the person was promised.
    if (until <= row.heldUntil) return
    if (!(await changeHeldPlace(tx, row, { heldUntil: until })))
      throw new Refused('invitation_ended')
    await changeInvitation(tx, row.id, { heldUntil: until })
  })
}

/** Sends a new link; the earlier one stops working. Throws as withdrawInvitation, and nobody_to_send_to. */
export async function sendInvitationAgain(
  deps: InvitationDeps,
  params: Params,
): Promise<Invitation> {
  return change(deps, params, 'invitation sent again', async (tx, { row }) => {
    const event = await shownEvent(tx, row.eventId)
    const host = (await findEventRecord(tx, row.eventId))?.hostName ?? null
    const key = await replaceLink(tx, row)
    const isSent = await sendLink(tx, deps, {
      id: row.id,
      person: openToTell(deps.fieldKeys, row),
      host,
      event,
      startsAt: row.slotStartsAt,
      until: row.heldUntil,
      key,
    })
    if (!isSent) throw new Refused('nobody_to_send_to')
    await changeInvitation(tx, row.id, { sentAt: deps.now() })
  })
}

/** What a card or letter says, with a new link. Throws as withdrawInvitation. */
export async function printInvitation(
  deps: InvitationDeps,
  params: Params,
): Promise<InvitationCard> {
  let card: InvitationCard | null = null
  await change(deps, params, 'invitation printed', async (tx, { row }) => {
    const event = await shownEvent(tx, row.eventId)
    const key = await replaceLink(tx, row)
    card = {
      name: openInvited(deps.fieldKeys, row).name,
      event_name: event.event_name,
      place: eventAddress(event),
      date: ukDate(row.slotStartsAt),
      time: ukTime(row.slotStartsAt),
      held_until: row.heldUntil.toISOString(),
      link: invitationLink(deps, key),
    }
  })
  if (!card) throw new Error('the card was not made')
  return card
}

export function toInvitation(
  deps: Pick<Deps, 'fieldKeys' | 'now'>,
  { row, invitedBy, isBooked, isHeld, isUnopened }: Found,
): Invitation {
  const { id, slotStartsAt, heldUntil: until, endedBecause, sentAt, memberId } = row
  const facts = { endedBecause, heldUntil: until, isOpened: !isUnopened, isBooked, isHeld }
  const { name, email, mobile, begun_by: by } = openInvited(deps.fieldKeys, row)
  return {
    id,
    name,
    email,
    mobile,
    date: ukDate(slotStartsAt),
    time: ukTime(slotStartsAt),
    held_until: until.toISOString(),
    state: invitationState(facts, deps.now()),
    invited_by: invitedBy,
    begun_by: by ? `${by.name} (${by.email})` : null,
    sent_at: sentAt?.toISOString() ?? null,
    member_id: memberId,
  }
}

/** Says of each whether the newest email or text with its link could not be delivered. */
export async function withDelivery(
  q: Queryable,
  invitations: readonly Invitation[],
): Promise<ListedInvitation[]> {
  const abouts = invitations.map(({ id }) => aboutInvitation(id))
  const undelivered = await listUndelivered(q, abouts)
  return invitations.map((one) => ({
    ...one,
    undelivered: undelivered.includes(aboutInvitation(one.id)),
  }))
}

async function change(
  deps: InvitationDeps,
  { id, staff }: Params,
  action: AuditAction,
  work: (tx: Tx, found: Found) => Promise<void>,
): Promise<Invitation> {
  const now = deps.now()
  const { eventId } = await existing(deps, id)
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await waitForChanges(tx, eventId)
    const found = await lockInvitation(tx, id)
    if (!found) throw new Refused('not_found')
    const { state } = toInvitation(deps, found)
    if (state === 'booked') throw new Refused('invitation_booked')
    if (state !== 'invited' && state !== 'opened') throw new Refused('invitation_ended')
    await consumeOrThrow(tx, deps, 'invitations of a person', staff.userId)
    await work(tx, found)
    await insertAudit(tx, { by: staff, subject: `event ${eventId}`, at: now }, action, {
      invitation: id,
    })
    const changed = await lockInvitation(tx, id)
    if (!changed) throw new Refused('not_found')
    return toInvitation(deps, changed)
  })
}

async function existing({ database }: InvitationDeps, id: number) {
  const found = await database.transaction((tx) => lockInvitation(tx, id))
  if (!found) throw new Refused('not_found')
  return found.row
}

async function shownEvent(tx: Tx, eventId: number) {
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Refused('not_found')
  return event
}

/** The place goes back from a browser, and from a member who has not booked, to the new link. */
async function replaceLink(tx: Tx, row: Found['row']): Promise<string> {
  const key = makeLinkKey()
  const keyHash = hashOfLinkKey(key)
  if (row.memberId !== null) throw new Refused('invitation_signed_in')
  if (!(await changeHeldPlace(tx, row, { keyHash }))) throw new Refused('invitation_ended')
  await changeInvitation(tx, row.id, { keyHash, openedBy: null, openedAt: null })
  return key
}
