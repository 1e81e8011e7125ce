import type { z } from 'zod/mini'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { asForHolder, eventAddress, isBookingRestricted } from '../../../domain/events.ts'
import type { InvitationView, OpenedInvitationSchema } from '../../../domain/invitation-schemas.ts'
import { OPENED_MINUTES } from '../../../domain/office/invitations.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { saveGrant } from '../../events/access-grants.queries.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { waitForChanges } from '../../events/office.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { releaseVisitorHold } from '../visitor-holds.queries.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import {
  changeInvitation,
  findByLink,
  givePlaceToBrowser,
  lockByLink,
  releaseHeldPlace,
} from './invitations.queries.ts'
import { openInvited } from './sealed-invitation.ts'

type OpenDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys' | 'settings' | 'site'
>
type Row = NonNullable<Awaited<ReturnType<typeof findByLink>>>

/** What the link's page shows; changes nothing. `visitorHash` of this browser, or null. Throws Refused not_found. */
export async function viewInvitation(
  deps: OpenDeps,
  { key, visitorHash }: { key: string; visitorHash: Buffer | null },
): Promise<InvitationView> {
  const { db } = deps.database
  const now = deps.now()
  const found = await findByLink(db, hashOfLinkKey(key))
  const event = found && (await findEventDetails(db, found.row.eventId))
  if (!found || !event) throw new Refused('not_found')
  const { slotStartsAt, heldUntil } = found.row
  const isClosed = isBookingRestricted(asForHolder(event), now)
  const state = stateOf(found, { visitorHash, now, isClosed })
  return {
    state,
    event_id: event.event_id,
    event_name: event.event_name,
    place: eventAddress(event),
    date: ukDate(slotStartsAt),
    time: ukTime(slotStartsAt),
    held_until: heldUntil.toISOString(),
    opens_again_at: state === 'opened' ? opensAgainAt(found).toISOString() : null,
    begun_by: openInvited(deps.fieldKeys, found.row).begun_by ?? null,
  }
}

/**
 * Gives the place to this browser, which goes on as with a time that a visitor chose, but until the
 * stated end. Throws Refused not_found, booking_closed, invitation_used, invitation_opened by
 * another browser in the last half hour, or invitation_over.
 */
export async function openInvitation(
  deps: OpenDeps,
  { key, visitorHash }: { key: string; visitorHash: Buffer },
): Promise<z.infer<typeof OpenedInvitationSchema>> {
  const now = deps.now()
  const keyHash = hashOfLinkKey(key)
  const known = await findByLink(deps.database.db, keyHash)
  if (!known) throw new Refused('not_found')
  const { eventId } = known.row
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await waitForChanges(tx, eventId)
    const found = await lockByLink(tx, keyHash)
    const event = found && (await findEventDetails(tx, eventId))
    if (!found || !event) throw new Refused('not_found')
    const isClosed = isBookingRestricted(asForHolder(event), now)
    const state = stateOf(found, { visitorHash, now, isClosed })
    if (state !== 'open') throw new Refused(REFUSALS[state])
    const { row } = found
    const { slotStartsAt, heldUntil, openedBy } = row
    const opened = { event_id: eventId, time: ukTime(slotStartsAt) }
    if (openedBy?.equals(visitorHash) && found.isHeld) return opened
    // A browser holds one place; that of another invitation returns to its link.
    await releaseVisitorHold(tx, visitorHash)
    if (!(await givePlaceToBrowser(tx, row, visitorHash))) throw new Refused('invitation_over')
    await changeInvitation(tx, row.id, { openedBy: visitorHash, openedAt: now })
    if (event.is_private)
      await saveGrant(tx, { eventId, visitorHash, memberId: null, expiresAt: heldUntil, now })
    await insertAudit(tx, { subject: `event ${eventId}`, at: now }, 'invitation opened', {
      invitation: row.id,
    })
    return opened
  })
}

/**
 * Ends the invitation for whoever has its link, unless it is used or over: the place is free again. Returns what
 * the page then shows. Throws Refused not_found.
 */
export async function declineInvitation(
  deps: OpenDeps,
  { key, visitorHash }: { key: string; visitorHash: Buffer | null },
): Promise<InvitationView> {
  const now = deps.now()
  const keyHash = hashOfLinkKey(key)
  const known = await findByLink(deps.database.db, keyHash)
  if (!known) throw new Refused('not_found')
  const { eventId } = known.row
  await commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await waitForChanges(tx, eventId)
    const found = await lockByLink(tx, keyHash)
    if (!found) throw new Refused('not_found')
    const state = stateOf(found, { visitorHash, now, isClosed: false })
    if (state !== 'open' && state !== 'opened') return
    await releaseHeldPlace(tx, found.row)
    await changeInvitation(tx, found.row.id, { endedAt: now, endedBecause: 'withdrawn' })
    await insertAudit(tx, { subject: `event ${eventId}`, at: now }, 'invitation declined', {
      invitation: found.row.id,
    })
    await offerPlaces(tx, deps, { eventId, now })
  })
  return viewInvitation(deps, { key, visitorHash })
}

const REFUSALS = {
  opened: 'invitation_opened',
  used: 'invitation_used',
  over: 'invitation_over',
  withdrawn: 'invitation_over',
  closed: 'booking_closed',
} as const

function stateOf(
  { row, isHeld, isBooked, isUnopened }: Row,
  { visitorHash, now, isClosed }: { visitorHash: Buffer | null; now: Date; isClosed: boolean },
): InvitationView['state'] {
  if (isBooked || row.memberId !== null) return 'used'
  if (row.endedBecause === 'withdrawn') return 'withdrawn'
  if (row.endedBecause === 'event cancelled') return 'closed'
  if (row.endedAt !== null || row.heldUntil <= now) return 'over'
  if (isClosed) return 'closed'
  if (!isHeld) return 'over'
  const isOwn = row.openedBy !== null && visitorHash !== null && row.openedBy.equals(visitorHash)
  const isOthers = !isUnopened && !isOwn && opensAgainAt({ row }) > now
  return isOthers ? 'opened' : 'open'
}

function opensAgainAt({ row }: Pick<Row, 'row'>): Date {
  return new Date((row.openedAt?.getTime() ?? 0) + OPENED_MINUTES * MINUTE_MS)
}
