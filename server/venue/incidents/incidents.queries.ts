import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { IncidentTab } from '../../../domain/office/incidents.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  events,
  incidentEntries,
  members,
  staff,
} from '../../platform/db/schema.ts'

const entries = incidentEntries
/** The id of the incident that an entry belongs to. */
const incidentId = sql<number>`coalesce(${entries.first}, ${entries.id})`.mapWith(Number)

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

/** Of the incidents of an event, the oldest first. */
export function listEntries(q: Queryable, eventId: number) {
  return select(q).where(eq(entries.eventId, eventId)).orderBy(asc(entries.id))
}

/** About this record, without those that were merged into it. */
export function listEntriesOf(q: Queryable, memberId: number) {
  return select(q).where(eq(entries.memberId, memberId)).orderBy(asc(entries.id))
}

/** The same of one incident; empty for none of this event. */
export function findIncident(
  q: Queryable,
  { id, eventId }: { id: number; eventId: number },
): Promise<EntryRow[]> {
  return select(q)
    .where(and(eq(incidentId, id), eq(entries.eventId, eventId)))
    .orderBy(asc(entries.part))
}

/** Null when somebody else added the same part first. */
export async function insertEntry(
  q: Queryable,
  row: typeof incidentEntries.$inferInsert,
): Promise<number | null> {
  const [added] = await q
    .insert(entries)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: entries.id })
  return added?.id ?? null
}

/** Everybody booked at the event, by name. */
export function listBooked(q: Queryable, eventId: number) {
  return q
    .select({
      appointmentId: appointments.id,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      startsAt: appointments.slotStartsAt,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(
      and(
        eq(appointments.eventId, eventId),
        eq(appointments.status, 'booked'),
        isNull(members.erasedAt),
      ),
    )
    .orderBy(asc(members.lastName), asc(members.firstName), asc(appointments.id))
}

/** The entry that was sealed under this id; null without one. */
export async function findEntryBySeal(q: Queryable, sealId: string) {
  const [row] = await q
    .select({ id: entries.id, eventId: entries.eventId, act: entries.act })
    .from(entries)
    .where(eq(entries.sealId, sealId))
  return row ?? null
}

/**
 * Somebody who is or was booked at the event, or whom this registration at the door booked; null for
 * nobody, and where the appointment is of another event by now or its record is erased.
 */
export async function findAttendee(
  q: Queryable,
  of: { eventId: number; appointmentId: number | null; walkIn: string | null },
) {
  const { eventId, appointmentId, walkIn } = of
  const registered = sql`(select ${attendanceActions.appointmentId} from ${attendanceActions}
    where ${attendanceActions.actionId} = ${walkIn}::uuid and ${attendanceActions.type} = 'walk_in')`
  const [row] = await q
    .select({ appointmentId: appointments.id, memberId: members.id })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .where(
      and(
        eq(appointments.eventId, eventId),
        isNull(members.erasedAt),
        sql`${appointments.id} = coalesce(${appointmentId}::bigint, ${registered})`,
      ),
    )
  return row ?? null
}

/** First entries, the newest first, after this one. */
export function listIncidents(
  q: Queryable,
  { tab, before, limit }: { tab: IncidentTab; before: number | null; limit: number },
) {
  return select(q)
    .where(and(isIn(tab), before === null ? undefined : sql`${entries.id} < ${before}`))
    .orderBy(desc(entries.id))
    .limit(limit)
}

export function countIncidents(q: Queryable, tab: IncidentTab): Promise<number> {
  return q.$count(entries, isIn(tab))
}

function isIn(tab: IncidentTab): SQL | undefined {
  const lastAct = sql`(select latest.act from incident_entries latest
    where coalesce(latest."first", latest.id) = incident_entries.id
    order by latest.part desc limit 1)`
  return and(
    isNull(entries.first),
    tab === 'open' ? sql`${lastAct} <> 'looked at'` : sql`${lastAct} = 'looked at'`,
  )
}

function select(q: Queryable) {
  return q
    .select({
      id: entries.id,
      incidentId,
      part: entries.part,
      act: entries.act,
      eventId: entries.eventId,
      eventName: events.name,
      memberId: entries.memberId,
      appointmentId: entries.appointmentId,
      firstName: members.firstName,
      lastName: members.lastName,
      startsAt: appointments.slotStartsAt,
      happenedAt: entries.happenedAt,
      madeById: entries.madeBy,
      by: staff.name,
      at: entries.at,
      sealId: entries.sealId,
      sealed: entries.sealed,
    })
    .from(entries)
    .innerJoin(events, eq(events.id, entries.eventId))
    .innerJoin(staff, eq(staff.id, entries.madeBy))
    .leftJoin(members, eq(members.id, entries.memberId))
    .leftJoin(appointments, eq(appointments.id, entries.appointmentId))
    .$dynamic()
}
