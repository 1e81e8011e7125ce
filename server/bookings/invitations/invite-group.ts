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
import { ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { mustLockEvent } from '../../events/locked-event.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'
import { holdForPerson } from './hold-for-person.ts'
import {
  listBookedContacts,
  listNotContacted,
  listOpenInvitations,
  listTimesForGroup,
} from './invitations.queries.ts'
import { readNames } from './read-names.ts'
import { openInvited } from './sealed-invitation.ts'

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
    const { plan, event } = await planOf(deps, tx, params)
    const rows: GroupRow[] = []
    for (const row of plan.rows) {
      const invitation = { event, host, row, days, staff }
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
  const booked = await listBookedContacts(q, eventId)
  const emails = people.flatMap(({ email }) => (email === null ? [] : [email]))
  const notContacted = await listNotContacted(q, emails)
  const last = times.at(-1)?.startsAt ?? now
  const plan: GroupPlan = {
    rows: planGroup(people, { times, invited, booked, notContacted }),
    held_until: heldUntil({
      now,
      days,
      closesAt: bookingClosesAt(event),
      startsAt: last,
    }).toISOString(),
    places: times.reduce((sum, { places }) => sum + places, 0),
  }
  return { plan, event }
}

type Invitation = {
  event: EventDetails
  host: string | null
  row: GroupRow
  days: number
  staff: Staff
}

async function invite(
  tx: Tx,
  deps: GroupDeps,
  { event, host, row, days, staff }: Invitation,
): Promise<GroupRow> {
  const times = await listTimesForGroup(tx, { eventId: event.event_id, now: deps.now() })
  const startsAt = times.find((one) => ukTime(one.startsAt) === row.time)?.startsAt
  const { name, email, mobile } = row
  const person = { name, email, mobile }
  const of = { event, host, person, days, staff, sealId: randomUUID(), isTold: true }
  // Somebody else may have booked it since the plan was made.
  if (!startsAt || !(await holdForPerson(tx, deps, { ...of, startsAt })))
    return { ...row, problem: 'time_full' }
  await consumeOrThrow(tx, deps, 'invitations of a person', staff.userId)
  return row
}
