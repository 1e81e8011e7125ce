import { toFields } from '../../domain/fields.ts'
import { EVENT_FIELDS } from '../../domain/office/event-fields.ts'
import type { EventRow, OfficeEvent } from '../../domain/office/event-schemas.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { findDaySummary } from './day-summary.queries.ts'
import { findEventFacts, findEventRecord, type listOfficeEvents } from './office.queries.ts'
import { planOf } from './slot-plan.ts'

/** The event as the office's API has it. Throws Refused not_found. */
export async function readOfficeEvent(db: Queryable, id: number): Promise<OfficeEvent> {
  const event = await findEventRecord(db, id)
  if (!event) throw new Refused('not_found')
  const [facts, plan, day] = await Promise.all([
    findEventFacts(db, id),
    planOf(db, event),
    findDaySummary(db, id),
  ])
  return {
    event_id: id,
    state: event.status,
    version: event.version,
    ...toFields(EVENT_FIELDS, event),
    event_date: ukDate(event.startsAt),
    start_time: `${ukTime(event.startsAt)}:00`,
    end_time: `${ukTime(event.endsAt)}:00`,
    session_duration: event.sessionMinutes,
    slot_plan: plan,
    product_name: facts.productName,
    product_price: facts.productPricePence,
    lab_name: facts.labName,
    requires_nhs_number: facts.requiresNhsNumber ?? false,
    has_access_code: event.accessCodeHash !== null,
    total_spaces: event.totalPlaces,
    booked_spaces: facts.bookedPlaces,
    appointments: facts.booked,
    waiting: facts.waiting,
    cancelled_at: event.cancelledAt?.toISOString() ?? null,
    booking_paused: event.bookingPausedAt && {
      at: event.bookingPausedAt.toISOString(),
      reason: event.bookingPauseReason,
    },
    series_id: event.seriesId,
    day,
  }
}

/** As the list of events has it. */
export function toRow(row: Awaited<ReturnType<typeof listOfficeEvents>>[number]): EventRow {
  return {
    event_id: row.id,
    event_name: row.name,
    event_date: ukDate(row.startsAt),
    start_time: `${ukTime(row.startsAt)}:00`,
    end_time: `${ukTime(row.endsAt)}:00`,
    starts_at: row.startsAt.toISOString(),
    city: row.city,
    postcode: row.postcode,
    state: row.status,
    is_private: row.isPrivate,
    is_booking_paused: row.isBookingPaused,
    total_spaces: row.totalPlaces,
    booked_spaces: row.bookedPlaces,
    appointments: row.booked,
    waiting: row.waiting,
    host_name: row.hostName,
    free_spaces: Math.max(0, row.totalPlaces - row.bookedPlaces),
  }
}
