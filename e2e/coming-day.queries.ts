import { sql } from 'drizzle-orm'
import { addDays, ukDate, ukInstant } from '../domain/uk-time.ts'
import { createEvent } from '../server/events/create-event.ts'
import { openDatabase } from '../server/platform/db/database.ts'

const SLOT_MS = 20 * 60_000

async function withDatabase<T>(
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase(process.env.E2E_DATABASE_URL ?? '', { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * A public event for one test alone, so that no other takes its times: 18 places from 10:00 to 15:40
 * in seven weeks.
 */
export function ownEvent({ pricePence = 0 } = {}): Promise<number> {
  return addComingDay({ name: 'Leominster PSA screening', days: 50, places: 18, pricePence })
}

/** A public event from 10:00, `days` from now, with a place every 20 minutes. */
export function addComingDay({
  name,
  days,
  places = 9,
  pricePence = 0,
}: {
  name: string
  days: number
  places?: number
  pricePence?: number
}): Promise<number> {
  return withDatabase(async (database) => {
    const { rows } = await database.db.execute<{ id: number }>(
      sql`select min(id)::int as id from products`,
    )
    const startsAt = ukInstant(addDays(ukDate(new Date()), days), '10:00')
    const event = await database.transaction((tx) =>
      createEvent(tx, {
        name,
        startsAt,
        endsAt: new Date(startsAt.getTime() + places * SLOT_MS),
        sessionMinutes: 20,
        places,
        productId: rows[0]?.id ?? 0,
        pricePence,
        paymentRequired: pricePence > 0,
        addressLine1: 'Corn Hall',
        city: 'Leominster',
      }),
    )
    return event.event_id
  })
}

/** Moves the day and its appointments to `hours` from now, as if they had been booked before. */
export function bringForward(eventId: number, hours: number): Promise<void> {
  return withDatabase(async ({ db }) => {
    await db.execute(sql`
      with moved as (
          select id, starts_at - date_trunc('minute', now() + make_interval(hours => ${hours})) as by
            from events where id = ${eventId}),
        places_moved as (
          update places set slot_starts_at = slot_starts_at - by from moved
            where event_id = moved.id),
        appointments_moved as (
          update appointments set slot_starts_at = slot_starts_at - by,
              slot_ends_at = slot_ends_at - by, updated_at = updated_at - interval '7 days'
            from moved where event_id = moved.id),
        upcoming_moved as (
          update upcoming_appointments u set until = until - by
            from moved, appointments a where a.id = u.appointment_id and a.event_id = moved.id)
        update events set starts_at = starts_at - by, ends_at = ends_at - by
          from moved where events.id = moved.id`)
  })
}

export function keepPlacesBack(eventId: number, count: number): Promise<void> {
  return withDatabase(async ({ db }) => {
    await db.execute(sql`
      update places set is_kept_back = true where (event_id, slot_starts_at, place_number) in
        (select event_id, slot_starts_at, place_number from places where event_id = ${eventId}
          order by slot_starts_at desc limit ${count})`)
  })
}
