import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { ukMobile } from '../../../domain/office/sms.ts'
import {
  countIf,
  hasWaiting,
  isFreeToEveryone,
  isHeldByNobody,
  isOpen,
} from '../../events/free-places.queries.ts'
import { mayBeTold } from '../../members/reach.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, invitations, members, places, staff } from '../../platform/db/schema.ts'
import { isInSlot, notHeld } from '../places.queries.ts'

export type InvitationRow = typeof invitations.$inferSelect

type ForGroup = {
  eventId: number
  now: Date
  /** Before those on the waiting list, because the place was promised earlier. */
  isPromised?: boolean
  /** For a member of the public: only what anybody could book. */
  isPublic?: boolean
}

/** Not booked, held or offered; kept back for the host, or free while nobody waits. */
function isForGroup({
  eventId,
  now,
  isPromised = false,
  isPublic = false,
}: ForGroup): SQL | undefined {
  if (isPublic) return and(isOpen, isFreeToEveryone({ eventId, now }))
  return and(
    isNull(places.appointmentId),
    eq(places.isClosed, false),
    isHeldByNobody(now),
    isNull(places.offerId),
    isPromised ? undefined : or(eq(places.isKeptBack, true), sql`not ${hasWaiting(eventId)}`),
  )
}

/** Each later time of the event, with its places for a group. */
export async function listTimesForGroup(q: Queryable, group: ForGroup) {
  const { eventId, now } = group
  return q
    .select({ startsAt: places.slotStartsAt, places: countIf(isForGroup(group)) })
    .from(places)
    .where(and(eq(places.eventId, eventId), gt(places.slotStartsAt, now)))
    .groupBy(places.slotStartsAt)
    .orderBy(asc(places.slotStartsAt))
}

/** Holds a place of the time for the link, one kept back for the host first; false when there is none. */
export async function holdForLink(
  q: Queryable,
  hold: ForGroup & {
    startsAt: Date
    keyHash: Buffer
    holdId: string
    until: Date
  },
): Promise<boolean> {
  const { keyHash, holdId, until } = hold
  const first = q
    .select({ placeNumber: places.placeNumber })
    .from(places)
    .where(and(isInSlot(hold), isForGroup(hold)))
    .orderBy(desc(places.isKeptBack), asc(places.placeNumber))
    .limit(1)
    .for('update', { skipLocked: true })
  const held = await q
    .update(places)
    .set({ ...notHeld, heldByVisitor: keyHash, holdId, heldUntil: until })
    .where(and(isInSlot(hold), eq(places.placeNumber, first)))
    .returning({ placeNumber: places.placeNumber })
  return held.length > 0
}

export async function insertInvitation(
  q: Queryable,
  row: typeof invitations.$inferInsert,
): Promise<number> {
  const [added] = await q.insert(invitations).values(row).returning({ id: invitations.id })
  if (!added) throw new Error('the invitation was not written')
  return added.id
}

/** Those of the event that hold a place still. */
export function listOpenInvitations(q: Queryable, eventId: number, now: Date) {
  return q
    .select()
    .from(invitations)
    .where(and(eq(invitations.eventId, eventId), isOpenAt(now)))
    .orderBy(asc(invitations.id))
}

/** How those who are booked at the event are reached. */
export async function listBookedContacts(q: Queryable, eventId: number) {
  return (
    await q
      .select({ email: members.email, phone: members.phone })
      .from(appointments)
      .innerJoin(members, eq(members.id, appointments.memberId))
      .where(
        and(
          eq(appointments.eventId, eventId),
          eq(appointments.status, 'booked'),
          isNull(appointments.endedAt),
        ),
      )
  ).map(({ email, phone }) => ({
    email: email?.toLowerCase() ?? null,
    mobile: ukMobile(phone),
  }))
}

/** Those of the addresses of which every member died, or asked us not to invite them. */
export async function listNotContacted(q: Queryable, emails: readonly string[]) {
  if (emails.length === 0) return []
  return q
    .select({ email: sql<string>`lower(${members.email})`, mobile: sql<null>`null` })
    .from(members)
    .where(and(inArray(sql`lower(${members.email})`, [...emails]), isNull(members.mergedInto)))
    .groupBy(sql`lower(${members.email})`)
    .having(sql`bool_and(not (${mayBeTold('invitation')}))`)
}

const isBooked = sql<boolean>`exists (select 1 from ${appointments}
  join ${members} on ${eq(members.id, appointments.memberId)}
  where ${eq(appointments.eventId, invitations.eventId)} and ${eq(appointments.status, 'booked')}
    and ${invitations.memberId} is not null
    and ${members.id} = coalesce((select own.merged_into from members own where own.id = ${invitations.memberId}), ${invitations.memberId}))`

function isPlaceOf(link: { keyHash: unknown; openedBy: unknown; memberId: unknown }): SQL {
  return sql`(${places.heldByVisitor} in (${link.keyHash}, ${link.openedBy}) or ${places.heldBy} = ${link.memberId})`
}

const isHeld = sql<boolean>`exists (select 1 from ${places} where ${and(
  eq(places.eventId, invitations.eventId),
  eq(places.slotStartsAt, invitations.slotStartsAt),
  isNull(places.heldSince),
)} and ${isPlaceOf(invitations)})`

/** Whether nobody has the place but the link: it was not opened, or the place returned to it. */
const isUnopened = sql<boolean>`exists (select 1 from ${places} where ${and(
  eq(places.eventId, invitations.eventId),
  eq(places.slotStartsAt, invitations.slotStartsAt),
  eq(places.heldByVisitor, invitations.keyHash),
)})`

/** With who invited, and whether the place is booked or held. */
export function selectInvitations(q: Queryable) {
  return q
    .select({ row: invitations, invitedBy: staff.name, isBooked, isHeld, isUnopened })
    .from(invitations)
    .leftJoin(staff, eq(staff.id, invitations.invitedBy))
    .$dynamic()
}

export function listInvitations(
  q: Queryable,
  { eventId, afterId, limit }: { eventId: number; afterId: number; limit: number },
) {
  return selectInvitations(q)
    .where(and(eq(invitations.eventId, eventId), gt(invitations.id, afterId)))
    .orderBy(asc(invitations.id))
    .limit(limit)
}

export async function countInvitations(q: Queryable, eventId: number): Promise<number> {
  return q.$count(invitations, eq(invitations.eventId, eventId))
}

/** Locks the invitation until the transaction ends. */
export async function lockInvitation(q: Queryable, id: number) {
  return lockThenRead(q, eq(invitations.id, id))
}

export async function lockByLink(q: Queryable, keyHash: Buffer) {
  return lockThenRead(q, eq(invitations.keyHash, keyHash))
}

/** Reads the place after the lock: who had the lock before may have changed it. */
async function lockThenRead(q: Queryable, match: SQL) {
  await q.select({ id: invitations.id }).from(invitations).where(match).for('update')
  const [found] = await selectInvitations(q).where(match)
  return found ?? null
}

export async function findByLink(q: Queryable, keyHash: Buffer) {
  const [found] = await selectInvitations(q).where(eq(invitations.keyHash, keyHash))
  return found ?? null
}

export async function changeInvitation(
  q: Queryable,
  id: number,
  change: Partial<InvitationRow>,
): Promise<void> {
  await q.update(invitations).set(change).where(eq(invitations.id, id))
}

type Held = Pick<InvitationRow, 'eventId' | 'slotStartsAt' | 'keyHash' | 'openedBy' | 'memberId'>

/** The place that the invitation holds, by its link, browser or member. */
function isHeldPlace(invitation: Held): SQL | undefined {
  const { eventId, slotStartsAt: startsAt } = invitation
  return and(isInSlot({ eventId, startsAt }), isNull(places.heldSince), isPlaceOf(invitation))
}

/** Gives the place to the browser; false when it is no longer held. It is the public's from now on. */
export async function givePlaceToBrowser(
  q: Queryable,
  invitation: Held,
  visitorHash: Buffer,
): Promise<boolean> {
  const given = await q
    .update(places)
    .set({ heldByVisitor: visitorHash, isKeptBack: false })
    .where(and(isHeldPlace({ ...invitation, memberId: null }), sql`${places.heldBy} is null`))
    .returning({ placeNumber: places.placeNumber })
  return given.length > 0
}

export async function releaseHeldPlace(q: Queryable, invitation: Held): Promise<void> {
  await q.update(places).set(notHeld).where(isHeldPlace(invitation))
}

/** Holds the place until then, for the new link where `keyHash` is given. */
export async function changeHeldPlace(
  q: Queryable,
  invitation: Held,
  change: { heldUntil?: Date; keyHash?: Buffer },
): Promise<boolean> {
  const { heldUntil, keyHash } = change
  const changed = await q
    .update(places)
    .set({
      ...(heldUntil && { heldUntil }),
      ...(keyHash && { heldByVisitor: keyHash }),
    })
    .where(isHeldPlace(invitation))
    .returning({ placeNumber: places.placeNumber })
  return changed.length > 0
}

/** Whether the request of this id has become an invitation before. */
export async function isSealUsed(q: Queryable, sealId: string): Promise<boolean> {
  return (await q.$count(invitations, eq(invitations.sealId, sealId))) > 0
}

/** Those of all events that members of the public asked for, and that still hold their place. */
export async function listBegunPlaces(q: Queryable, now: Date): Promise<InvitationRow[]> {
  const found = await selectInvitations(q).where(
    and(isNull(invitations.invitedBy), isUnbooked(now)),
  )
  return found.map(({ row }) => row)
}

/** The open ones that nobody has booked, in the order in which they were invited. */
export async function listUnbookedInvitations(
  q: Queryable,
  eventId: number,
  now: Date,
): Promise<InvitationRow[]> {
  const found = await selectInvitations(q)
    .where(and(eq(invitations.eventId, eventId), isUnbooked(now)))
    .orderBy(asc(invitations.id))
  return found.map(({ row }) => row)
}

function isOpenAt(now: Date): SQL | undefined {
  return and(isNull(invitations.endedAt), gt(invitations.heldUntil, now))
}

function isUnbooked(now: Date): SQL | undefined {
  return and(isOpenAt(now), sql`not ${isBooked} and ${isHeld}`)
}
