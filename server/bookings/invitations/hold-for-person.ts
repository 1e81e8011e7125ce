import { randomUUID } from 'node:crypto'
import type { EventDetails } from '../../../domain/contract.ts'
import { bookingClosesAt } from '../../../domain/events.ts'
import { heldUntil } from '../../../domain/office/invitations.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import type { Staff } from '../../staff/guard.ts'
import { changeInvitation, holdForLink, insertInvitation } from './invitations.queries.ts'
import { type Invited, sealInvited } from './sealed-invitation.ts'
import { sendLink } from './send-link.ts'

type Invitation = {
  event: EventDetails
  startsAt: Date
  days: number
  person: Invited
  /** Named in the message; null without one. */
  host: string | null
  sealId: string
  /** Who invites; null for a member of the public, who gets only what anybody could book. */
  staff: Staff | null
  /** False to hold the place without a message. */
  isTold: boolean
}

/** Holds a place of the time for the person and sends them the link; false when none is free. */
export async function holdForPerson(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs' | 'settings' | 'fieldKeys'>,
  { event, startsAt, days, person, host, sealId, staff, isTold }: Invitation,
): Promise<boolean> {
  const now = deps.now()
  const eventId = event.event_id
  const key = makeLinkKey()
  const keyHash = hashOfLinkKey(key)
  const until = heldUntil({ now, days, closesAt: bookingClosesAt(event), startsAt })
  const hold = { eventId, startsAt, keyHash, holdId: randomUUID(), until, now }
  if (!(await holdForLink(tx, { ...hold, isPublic: staff === null }))) return false
  const id = await insertInvitation(tx, {
    eventId,
    slotStartsAt: startsAt,
    keyHash,
    sealId,
    sealed: sealInvited(deps.fieldKeys, sealId, person),
    invitedBy: staff?.id ?? null,
    createdAt: now,
    heldUntil: until,
  })
  await insertAudit(
    tx,
    { ...(staff && { by: staff }), subject: `event ${eventId}`, at: now },
    staff ? 'place held by invitation' : 'place begun for somebody',
    { invitation: id, until: until.toISOString() },
  )
  const isSent =
    isTold && (await sendLink(tx, deps, { id, person, host, event, startsAt, until, key }))
  if (isSent) await changeInvitation(tx, id, { sentAt: now })
  return true
}
