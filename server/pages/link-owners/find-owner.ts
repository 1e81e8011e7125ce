import type { KeyedLink } from '../../../domain/keyed-link-schemas.ts'
import type { KeyedLinkKind } from '../../../domain/keyed-links.ts'
import { maskedEmail } from '../../../domain/masked-email.ts'
import { findConsentLink } from '../../bookings/consent/consent.queries.ts'
import { openBeginToken } from '../../bookings/invitations/begin-token.ts'
import { findByLink } from '../../bookings/invitations/invitations.queries.ts'
import { openInvited } from '../../bookings/invitations/sealed-invitation.ts'
import { findPreparationLink } from '../../bookings/preparation/preparation.queries.ts'
import { findFollowUpLink } from '../../care/task-list/follow-up.queries.ts'
import { findPayable, findPaymentLink } from '../../checkout/payment-links/payment-links.queries.ts'
import { nearAlerts } from '../../contact/near-alerts/near-alerts.queries.ts'
import { subscriptions } from '../../contact/newsletter/newsletter.queries.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findOpenLink } from '../../hosts/host-pages/host-pages.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { idIn } from '../../platform/http/signed-id.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { findClaimByKey } from '../../records/claims/record-claims.queries.ts'

type Find = (
  q: Queryable,
  deps: Pick<Deps, 'fieldKeys' | 'now'>,
  key: string,
) => Promise<string | null>

const OWNERS: Record<KeyedLinkKind, Find> = {
  preparation: async (q, _, key) =>
    nameOf(q, (await findPreparationLink(q, hashOfLinkKey(key)))?.memberId),
  follow_up: async (q, { fieldKeys }, key) =>
    nameOf(q, (await findFollowUpLink(q, fieldKeys, hashOfLinkKey(key)))?.memberId),
  claim: async (q, _, key) => nameOf(q, (await findClaimByKey(q, hashOfLinkKey(key)))?.memberId),
  invitation: async (q, { fieldKeys }, key) => {
    const invitation = await findByLink(q, hashOfLinkKey(key))
    return (invitation && openInvited(fieldKeys, invitation.row).name.split(' ')[0]) || null
  },
  consent: async (q, { now }, key) =>
    nameOf(q, (await findConsentLink(q, { keyHash: hashOfLinkKey(key), now: now() }))?.memberId),
  payment: async (q, _, key) => {
    const link = await findPaymentLink(q, hashOfLinkKey(key))
    const appointment = link && (await findPayable(q, link.appointmentId))
    return nameOf(q, appointment?.memberId)
  },
  host: async (q, { now }, key) => {
    const link = await findOpenLink(q, { keyHash: hashOfLinkKey(key), now: now() })
    const event = link && (await findEventDetails(q, link.eventId))
    return event?.event_name ?? null
  },
  newsletter: async (q, deps, key) => {
    const id = idIn(deps, key, 'newsletter confirm')
    return masked(id === null ? null : await subscriptions.find(q, id))
  },
  begin: async (_, deps, key) => masked(openBeginToken(deps, key)?.asker ?? null),
  near_alert: async (q, deps, key) => {
    const id = idIn(deps, key, 'near alert confirm')
    return masked(id === null ? null : await nearAlerts.find(q, id))
  },
}

/** Whom or what the link opens, as KEYED_LINKS says; null for an unknown link. Changes nothing. */
export function findLinkOwner(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { kind, key }: KeyedLink,
): Promise<string | null> {
  return OWNERS[kind](deps.database.db, deps, key)
}

async function nameOf(q: Queryable, memberId: number | undefined): Promise<string | null> {
  const member = memberId === undefined ? null : await findMember(q, memberId)
  return member?.firstName ?? null
}

function masked(row: { email: string | null } | null): string | null {
  return row?.email ? maskedEmail(row.email) : null
}
