import type { Arrived } from '../../domain/office/bulk-actions.ts'
import { ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../platform/db/database.ts'
import { listBooked } from './change-time.queries.ts'

/** The booked members of the event who have come, by time. */
export async function listArrived(q: Queryable, eventId: number): Promise<Arrived[]> {
  const booked = await listBooked(q, eventId)
  return toArrived(booked.filter(({ hasArrived }) => hasArrived))
}

type Booked = Awaited<ReturnType<typeof listBooked>>[number]

export function toArrived(booked: readonly Booked[]): Arrived[] {
  return booked
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.id - b.id)
    .map(({ id, memberId, firstName, lastName, startsAt }) => ({
      appointment_id: id,
      member_id: memberId,
      name: `${firstName} ${lastName}`,
      time: ukTime(startsAt),
    }))
}
