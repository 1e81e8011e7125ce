import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AttendeeTab } from '../../domain/office/attendee-schemas.ts'
import { type BookedTab, isInTab } from '../bookings/attendee-tabs.queries.ts'
import { OPEN } from '../bookings/waiting-list/waiting-list.queries.ts'
import { hasArrived } from '../facts/arrivals.queries.ts'
import { appointments, members, waitingList } from '../platform/db/schema.ts'

// Each is a query of member_id and appointment_id, the latter null for a member on the waiting list.

export function booked(eventId: number): SQL {
  return withAppointment(eventId, 'booked')
}

/** Those booked whose member has not come; who has come stays as they are. */
export function awaited(eventId: number): SQL {
  return sql`${booked(eventId)} and not ${hasArrived(appointments.id)}`
}

export function waiting(eventId: number): SQL {
  const isOpen = and(eq(waitingList.eventId, eventId), inArray(waitingList.status, OPEN))
  return sql`select ${waitingList.memberId} as member_id, null::bigint as appointment_id
    from ${waitingList} where ${isOpen}`
}

export function awaitedOrWaiting(eventId: number): SQL {
  return sql`${awaited(eventId)} union all ${waiting(eventId)}`
}

/** Known appointments. */
export function appointmentsOf(ids: readonly number[]): SQL {
  return sql`select ${appointments.memberId} as member_id, ${appointments.id} as appointment_id
    from ${appointments} where ${inArray(appointments.id, [...ids])} order by ${appointments.id}`
}

export type Group = {
  eventId: number
  tab: AttendeeTab
  /** Of appointments, or of waits; the whole tab without it. */
  ids?: readonly number[] | undefined
}

/** The people of one tab of the attendees, the latest appointment of each first. */
export function groupOf({ eventId, tab, ids }: Group): SQL {
  const all = tab === 'waiting' ? waiting(eventId) : withAppointment(eventId, tab)
  const id = tab === 'waiting' ? waitingList.id : appointments.id
  const chosen = ids ? sql`${all} and ${inArray(id, [...ids])}` : all
  return sql`${chosen} order by ${id} desc`
}

function withAppointment(eventId: number, tab: BookedTab): SQL {
  return sql`select ${appointments.memberId} as member_id, ${appointments.id} as appointment_id
    from ${appointments} join ${members} on ${eq(members.id, appointments.memberId)}
    where ${and(eq(appointments.eventId, eventId), isInTab[tab], isNull(members.erasedAt))}`
}
