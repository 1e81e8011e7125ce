import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { UNDER_WAY } from '../../../domain/payment-states.ts'
import { hasArrivalsAt } from '../../facts/arrivals.queries.ts'
import { sumFailedRefunds } from '../../money/refunds/failed-refunds.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  contactMessages,
  erasureRequests,
  eventDays,
  events,
  payments,
  places,
} from '../../platform/db/schema.ts'

const DAYS_MS = 3 * 24 * 3_600_000
const STUCK_MS = 10 * 60_000
const MOST_EVENTS = 20
const CLOSED_WITHIN_MS = 60 * 24 * 3_600_000

export function listComingEvents(q: Queryable, now: Date) {
  return q
    .select({
      id: events.id,
      name: events.name,
      startsAt: events.startsAt,
      city: events.city,
      hostName: events.hostName,
      hostPhone: events.hostPhone,
      contactEmail: events.contactEmail,
      places: events.totalPlaces,
      booked: sql<number>`(select count(*)::int from ${places}
        where ${and(eq(places.eventId, events.id), isNotNull(places.appointmentId))})`,
    })
    .from(events)
    .where(
      and(
        eq(events.status, 'published'),
        gt(events.endsAt, now),
        lt(events.startsAt, new Date(now.getTime() + DAYS_MS)),
      ),
    )
    .orderBy(events.startsAt, events.id)
    .limit(MOST_EVENTS)
}

/** Ended within 60 days, with somebody booked, and closed by nobody; oldest first. */
export function listDaysToClose(q: Queryable, now: Date) {
  const booked = q
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(eq(appointments.eventId, events.id), eq(appointments.status, 'booked')))
  return q
    .select({ id: events.id, name: events.name, startsAt: events.startsAt })
    .from(events)
    .leftJoin(eventDays, eq(eventDays.eventId, events.id))
    .where(
      and(
        or(
          eq(events.status, 'published'),
          and(eq(events.status, 'cancelled'), hasArrivalsAt(events.id)),
        ),
        lt(events.endsAt, now),
        gt(events.endsAt, new Date(now.getTime() - CLOSED_WITHIN_MS)),
        isNull(eventDays.closedAt),
        exists(booked),
      ),
    )
    .orderBy(events.startsAt, events.id)
    .limit(MOST_EVENTS)
}

export function countDrafts(q: Queryable): Promise<number> {
  return q.$count(events, eq(events.status, 'draft'))
}

export function countOpenMessages(q: Queryable): Promise<number> {
  const { handledAt, state } = contactMessages
  return q.$count(contactMessages, and(isNull(handledAt), eq(state, 'received')))
}

/** Held as possible spam, until somebody has looked at them. */
export function countHeldMessages(q: Queryable): Promise<number> {
  const { handledAt, state } = contactMessages
  return q.$count(contactMessages, and(isNull(handledAt), eq(state, 'held')))
}

/** How many, and in pence the undecided payments and what is left of failed refunds. */
export async function sumStuckPayments(
  q: Queryable,
  now: Date,
): Promise<{ count: number; pence: number }> {
  const idleSince = new Date(now.getTime() - STUCK_MS)
  const isUndecided = and(inArray(payments.state, UNDER_WAY), lt(payments.updatedAt, idleSince))
  const hasFailed = eq(payments.state, 'refund failed')
  const [row] = await q
    .select({
      count: count(),
      pence: sql<number>`coalesce(sum(${payments.amountPence}) filter (where ${isUndecided}), 0)`,
    })
    .from(payments)
    .where(or(isUndecided, hasFailed))
  const failed = await sumFailedRefunds(q, hasFailed)
  return { count: row?.count ?? 0, pence: Number(row?.pence ?? 0) + failed }
}

export function countErasureRequests(q: Queryable): Promise<number> {
  return q.$count(
    erasureRequests,
    and(isNull(erasureRequests.takenBackAt), isNull(erasureRequests.carriedOutAt)),
  )
}
