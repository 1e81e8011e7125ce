import type { OpenDay } from '../../../domain/office/day-schemas.ts'
import { mayOpenDay } from '../../../domain/office/days.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import { listDays } from './day.queries.ts'

/** From a day ago to two weeks ahead: all of them for the office, the assigned ones for others. */
export async function listOpenDays(q: Queryable, staff: Staff, now: Date): Promise<OpenDay[]> {
  const eventIds = staff.roles.includes('office') ? null : staff.eventIds
  const days = await listDays(q, { eventIds, now })
  return days.map(({ id, name, city, startsAt, endsAt, booked }) => ({
    event_id: id,
    name,
    city,
    date: ukDate(startsAt),
    start: ukTime(startsAt),
    end: ukTime(endsAt),
    booked,
    is_open: mayOpenDay(staff, { id, startsAt, endsAt }, now),
  }))
}
