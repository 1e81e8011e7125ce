import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { UNRELEASED_STATES } from '../../../domain/office/result-states.ts'
import { OPEN } from '../../bookings/waiting-list/waiting-list.queries.ts'
import type { Deps } from '../../deps.ts'
import { hasArrived } from '../../facts/arrivals.queries.ts'
import { lacksGpLetter } from '../../facts/gp-letters.queries.ts'
import { endedBefore, readerIndexOf, worksSince } from '../../facts/sealed-follow-up-links.ts'
import { openState } from '../../facts/sealed-lab-results.ts'
import { isOfPerson } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  claimLetters,
  consentLinks,
  contactStops,
  events,
  followUpLinks,
  labResults,
  members,
  nearAlerts,
  newsletterSubscriptions,
  paymentLinks,
  places,
  preparationLinks,
  resultLetters,
  results,
  staff,
  unannouncedResults,
  waitingList,
} from '../../platform/db/schema.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'

const revocation = alias(contactStops, 'revocation')
const revoker = alias(staff, 'revoker')

/** The acts of a person, latest first, each with its revocation; both still sealed. */
export function listStops(q: Queryable, memberId: number) {
  return q
    .select({
      stop: contactStops,
      madeBy: staff.name,
      revocation,
      revokedBy: revoker.name,
    })
    .from(contactStops)
    .innerJoin(staff, eq(staff.id, contactStops.madeBy))
    .leftJoin(revocation, eq(revocation.revokes, contactStops.id))
    .leftJoin(revoker, eq(revoker.id, revocation.madeBy))
    .where(and(isOfPerson(contactStops.memberId, memberId), ne(contactStops.kind, 'revoked')))
    .orderBy(desc(contactStops.id))
}
export type StopRow = Awaited<ReturnType<typeof listStops>>[number]

export async function insertStop(
  q: Queryable,
  row: typeof contactStops.$inferInsert,
): Promise<number> {
  const [added] = await q.insert(contactStops).values(row).returning({ id: contactStops.id })
  if (!added) throw new Error('an inserted stop has no id')
  return added.id
}

/** Booked, still to begin, and nobody has said that the member came; locked. */
export function lockAppointmentsAhead(q: Queryable, memberId: number, now: Date) {
  return q
    .select({
      id: appointments.id,
      memberId: appointments.memberId,
      eventId: appointments.eventId,
      eventName: events.name,
      startsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(
      and(
        isOfPerson(appointments.memberId, memberId),
        eq(appointments.status, 'booked'),
        gt(appointments.slotStartsAt, now),
        not(hasArrived(appointments.id)),
      ),
    )
    .orderBy(asc(appointments.id))
    .for('update', { of: appointments })
}

export function countPlacesOf(q: Queryable, memberId: number, now: Date): Promise<number> {
  const isHeld = and(eq(places.heldBy, memberId), gt(places.heldUntil, now))
  return q.$count(places, or(isHeld, eq(places.offeredTo, memberId)))
}

export function listWaits(q: Queryable, memberId: number) {
  return q
    .select({ eventId: events.id, eventName: events.name })
    .from(waitingList)
    .innerJoin(events, eq(events.id, waitingList.eventId))
    .where(and(eq(waitingList.memberId, memberId), inArray(waitingList.status, OPEN)))
    .orderBy(asc(waitingList.id))
}

/** Letters with results that were not posted, locked. */
export function lockLettersOf(
  q: Queryable,
  { memberId, onlyOwn }: { memberId: number; onlyOwn: boolean },
) {
  return q
    .select({
      id: resultLetters.id,
      resultId: resultLetters.resultId,
      recipient: resultLetters.recipient,
    })
    .from(resultLetters)
    .where(
      and(
        isOfPerson(resultLetters.memberId, memberId),
        inArray(resultLetters.state, ['waiting', 'printed', 'to_collect']),
        onlyOwn ? eq(resultLetters.recipient, 'member') : undefined,
      ),
    )
    .orderBy(asc(resultLetters.id))
    .for('update')
}

export async function findStoppedLetter(q: Queryable, id: number) {
  const [row] = await q.select().from(resultLetters).where(eq(resultLetters.id, id))
  return row ?? null
}

/** Released results that were not announced to their member yet, and whether their GP is due a letter. */
export function listUnannounced(q: Queryable, memberId: number) {
  return q
    .select({ resultId: results.id, lacksGpLetter })
    .from(unannouncedResults)
    .innerJoin(results, eq(results.id, unannouncedResults.resultId))
    .where(and(isOfPerson(results.memberId, memberId), isNotNull(results.releasedAt)))
    .orderBy(asc(results.id))
}

export async function deleteUnannounced(q: Queryable, resultIds: number[]): Promise<void> {
  await q.delete(unannouncedResults).where(inArray(unannouncedResults.resultId, resultIds))
}

export async function insertUnannounced(q: Queryable, resultId: number): Promise<void> {
  await q.insert(unannouncedResults).values({ resultId }).onConflictDoNothing()
}

type Unreleased = (typeof UNRELEASED_STATES)[number]

/** What laboratories reported and nobody released or discarded. */
export async function listUnreleased(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  memberId: number,
) {
  const rows = await q
    .select({
      labResultId: labResults.id,
      memberId: labResults.memberId,
      appointmentId: labResults.appointmentId,
      state: labResults.state,
      sealId: labResults.sealId,
      sealedState: labResults.sealedState,
    })
    .from(labResults)
    .where(
      and(isOfPerson(labResults.memberId, memberId), inArray(labResults.state, UNRELEASED_STATES)),
    )
  return rows.map(({ sealId, sealedState, ...row }) => ({
    ...row,
    state: openState(fieldKeys, { ...row, sealId, sealedState }) as Unreleased,
  }))
}

/** Released results that the person has not opened and no newer one replaces. */
export function listUnread(q: Queryable, memberId: number, now: Date) {
  return q
    .select({
      resultId: results.id,
      memberId: results.memberId,
      appointmentId: results.appointmentId,
    })
    .from(results)
    .where(
      and(
        isOfPerson(results.memberId, memberId),
        sql`${results.releasedAt} <= ${now.toISOString()}::timestamptz`,
        sql`not exists (select from results newer where newer.supersedes_id = ${results.id})`,
        sql`not exists (select from access_log seen where seen.result_id = ${results.id}
          and seen.actor_role = 'member' and seen.reason is distinct from 'copy of all data')`,
      ),
    )
}

/** Deletes the person's links to the follow-up question. */
export async function deleteFollowUpLinks(
  q: Queryable,
  keys: FieldKeys,
  memberId: number,
): Promise<void> {
  await q.delete(followUpLinks).where(await isLinkOf(q, keys, memberId))
}

async function isLinkOf(q: Queryable, keys: FieldKeys, memberId: number) {
  const person = await q
    .select({ id: members.id })
    .from(members)
    .where(isOfPerson(members.id, memberId))
  const indexes = person.map(({ id }) => readerIndexOf(keys, id))
  return or(
    isOfPerson(followUpLinks.memberId, memberId),
    inArray(followUpLinks.readerIndex, indexes),
  )
}

/** Ends every open link to the person; returns how many there were. `all` of a member who died. */
export async function endLinks(
  q: Queryable,
  keys: FieldKeys,
  { memberId, all, now }: { memberId: number; all: boolean; now: Date },
): Promise<number> {
  const at = endedBefore(now).toISOString()
  const ended = [
    await q
      .update(followUpLinks)
      .set({ expiresAt: sql`greatest(${at}::timestamptz, created_at + interval '1 second')` })
      .where(
        and(
          await isLinkOf(q, keys, memberId),
          isNull(followUpLinks.answeredAt),
          gt(followUpLinks.expiresAt, worksSince(now)),
        ),
      ),
    await q
      .update(claimLetters)
      .set({ closedAt: now, closedBecause: 'replaced' })
      .where(and(isOfPerson(claimLetters.memberId, memberId), isNull(claimLetters.closedAt))),
  ]
  if (all)
    ended.push(
      await q
        .delete(consentLinks)
        .where(
          and(
            isOfPerson(consentLinks.memberId, memberId),
            isNull(consentLinks.usedAt),
            gt(consentLinks.expiresAt, now),
          ),
        ),
      await q
        .delete(preparationLinks)
        .where(
          and(
            isOfPerson(preparationLinks.memberId, memberId),
            isNull(preparationLinks.answeredAt),
            gt(preparationLinks.expiresAt, now),
          ),
        ),
      await q
        .update(paymentLinks)
        .set({ closedAt: now })
        .where(
          and(
            isNull(paymentLinks.closedAt),
            gt(paymentLinks.expiresAt, now),
            sql`${paymentLinks.appointmentId} in (select a.id from appointments a
              where ${isOfPerson(sql`a.member_id`, memberId)})`,
          ),
        ),
    )
  return ended.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

/** Whether another living person has a record with this address. */
export async function isAddressShared(
  q: Queryable,
  { email, memberId }: { email: string; memberId: number },
): Promise<boolean> {
  const rows = await q
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        sql`lower(${members.email}) = ${email.toLowerCase()}`,
        isNull(members.diedAt),
        isNull(members.erasedAt),
        sql`not ${isOfPerson(members.id, memberId)}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function leaveNearAlert(q: Queryable, email: string, now: Date): Promise<number> {
  const { rowCount } = await q
    .update(nearAlerts)
    .set({
      state: 'left',
      leftAt: now,
      place: null,
      latitude: null,
      longitude: null,
      confirmUntil: null,
    })
    .where(and(eq(nearAlerts.email, email.toLowerCase()), ne(nearAlerts.state, 'left')))
  return rowCount ?? 0
}

export async function leaveNewsletter(q: Queryable, email: string, now: Date): Promise<number> {
  const { rowCount } = await q
    .update(newsletterSubscriptions)
    .set({ state: 'left', leftAt: now, confirmUntil: null })
    .where(
      and(
        eq(newsletterSubscriptions.email, email.toLowerCase()),
        ne(newsletterSubscriptions.state, 'left'),
      ),
    )
  return rowCount ?? 0
}

/** On every record of the person. */
export async function markPerson(
  q: Queryable,
  {
    memberId,
    ...changes
  }: { memberId: number } & Partial<Pick<typeof members.$inferInsert, 'diedAt' | 'wantsContact'>>,
): Promise<void> {
  await q
    .update(members)
    .set({ ...changes, version: sql`${members.version} + 1` })
    .where(or(eq(members.id, memberId), eq(members.mergedInto, memberId)))
}
