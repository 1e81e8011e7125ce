import { randomUUID } from 'node:crypto'
import type { EventDetails } from '../../../domain/contract.ts'
import { asForHolder, bookingClosesAt, isBookingRestricted } from '../../../domain/events.ts'
import {
  type GroupList,
  type GroupPlan,
  type GroupRow,
  heldUntil,
  planGroup,
} from '../../../domain/office/invitations.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { mustLockEvent } from '../../events/locked-event.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  changeInvitation,
  holdForLink,
  insertInvitation,
  listBookedContacts,
  listNotContacted,
  listOpenInvitations,
  listTimesForGroup,
} from './invitations.queries.ts'
import { readNames } from './read-names.ts'
import { openInvited, sealInvited } from './sealed-invitation.ts'
import { sendLink } from './send-link.ts'

type GroupDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type Params = GroupList & { eventId: number }

/**
 * Who of the list would get which time. Throws Refused not_found, booking_closed, or as readNames
 * does.
 */
export async function planInvitations(deps: GroupDeps, params: Params): Promise<GroupPlan> {
  const { plan } = await planOf(deps, deps.database.db, params)
  return plan
}

/**
 * Holds a place for everybody of the list without a problem, and sends each the link. The rows say
 * who got none. Sent twice, the second time holds none. Throws as planInvitations, and
 * too_many_requests.
 */
export async function inviteGroup(
  deps: GroupDeps,
  params: Params & { staff: Staff; saveResponse?: SaveResponse<Invited> },
): Promise<Invited> {
  const { eventId, staff, days } = params
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    // One list at a time, so that the same file sent twice finds the first.
    const { hostName: host } = await mustLockEvent(tx, eventId)
    const { plan, event, closesAt } = await planOf(deps, tx, params)
    const rows: GroupRow[] = []
    for (const row of plan.rows) {
      const invitation = { event, host, row, days, closesAt, staff }
      rows.push(row.problem ? row : await invite(tx, deps, invitation))
    }
    const held = { rows, held_until: plan.held_until }
    await params.saveResponse?.(tx, held)
    return held
  })
}

export type Invited = Pick<GroupPlan, 'rows' | 'held_until'>

async function planOf(deps: GroupDeps, q: Queryable, { eventId, text, days }: Params) {
  const now = deps.now()
  const event = await findEventDetails(q, eventId)
  if (!event) throw new Refused('not_found')
  if (isBookingRestricted(asForHolder(event), now)) throw new Refused('booking_closed')
  const people = readNames(text)
  const times = await listTimesForGroup(q, { eventId, now })
  const open = await listOpenInvitations(q, eventId, now)
  const invited = open.map((row) => openInvited(deps.fieldKeys, row))
  const booked = (await listBookedContacts(q, eventId)).map(({ email, phone }) => ({
    email: email?.toLowerCase() ?? null,
    mobile: ukMobile(phone),
  }))
  const emails = people.flatMap(({ email }) => (email === null ? [] : [email]))
  const notContacted = await listNotContacted(q, emails)
  const closesAt = bookingClosesAt(event)
  const last = times.at(-1)?.startsAt ?? now
  const plan: GroupPlan = {
    rows: planGroup(people, { times, invited, booked, notContacted }),
    held_until: heldUntil({ now, days, closesAt, startsAt: last }).toISOString(),
    places: times.reduce((sum, { places }) => sum + places, 0),
  }
  return { plan, event, closesAt, times }
}

type Invitation = {
  event: EventDetails
  host: string | null
  row: GroupRow
  days: number
  closesAt: Date | null
  staff: Staff
}

async function invite(
  tx: Tx,
  deps: GroupDeps,
  { event, host, row, days, closesAt, staff }: Invitation,
): Promise<GroupRow> {
  const now = deps.now()
  const eventId = event.event_id
  const times = await listTimesForGroup(tx, { eventId, now })
  const startsAt = times.find((one) => ukTime(one.startsAt) === row.time)?.startsAt
  if (!startsAt) return { ...row, problem: 'time_full' }
  const key = makeLinkKey()
  const keyHash = hashOfLinkKey(key)
  const until = heldUntil({ now, days, closesAt, startsAt })
  const hold = { eventId, startsAt, keyHash, holdId: randomUUID(), until, now }
  // Somebody else may have booked it since the plan was made.
  if (!(await holdForLink(tx, hold))) return { ...row, problem: 'time_full' }
  await consumeOrThrow(tx, deps, 'invitations of a person', staff.userId)
  const sealId = randomUUID()
  const { name, email, mobile } = row
  const person = { name, email, mobile }
  const id = await insertInvitation(tx, {
    eventId,
    slotStartsAt: startsAt,
    keyHash,
    sealId,
    sealed: sealInvited(deps.fieldKeys, sealId, person),
    invitedBy: staff.id,
    createdAt: now,
    heldUntil: until,
  })
  await insertAudit(
    tx,
    { by: staff, subject: `event ${eventId}`, at: now },
    'place held by invitation',
    { invitation: id, until: until.toISOString() },
  )
  const isSent = await sendLink(tx, deps, { id, person, host, event, startsAt, until, key })
  if (isSent) await changeInvitation(tx, id, { sentAt: now })
  return row
}
