// Five helpers at one door send forty registrations each, all at once, by two processes on one database.
import { ukInstant } from '../../domain/uk-time.ts'
import { buildApp } from '../../server/app.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { openTestApp } from '../app/test-app.ts'
import { pressOf, walkIn } from '../app/walk-ins.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'

const HELPERS = 5
const BUNDLES = 4
const PRESSES = 10
const KEPT_BACK = 3
const MOST_TRIES = 20
/** An open place each an hour, and those kept back once. */
export const MOST = { all: 15, open: 5 }

/** What each round registered, by helper, and what it broke; `isTwin` hides each press from the count. */
export async function raceAtDoor({
  rounds,
  isTwin = false,
}: {
  rounds: number
  isTwin?: boolean
}): Promise<{ helpers: { all: number; open: number }[]; keptBack: number; broken: string[] }[]> {
  const site = await openTestApp()
  const database = openDatabase(site.databaseUrl, { max: 4 })
  const second = await buildApp(
    { ...site.deps, database },
    { servePages: async () => undefined, onRoute: () => undefined },
  )
  await second.ready()
  const start = site.deps.now()
  const found = []
  try {
    if (isTwin) await hidePresses(site)
    for (let round = 0; round < rounds; round += 1) {
      site.moveTo(start)
      const { event_id: id, event_date: date } = await site.event({ places: 60, pricePence: 0 })
      const { pool, db } = site.deps.database
      await pool.query(
        `update places set is_kept_back = true where event_id = $1 and (slot_starts_at, place_number) in
          (select slot_starts_at, place_number from places where event_id = $1 limit $2)`,
        [id, KEPT_BACK],
      )
      const now = ukInstant(date, '10:00')
      site.moveTo(now)
      const helpers = await Promise.all(
        Array.from({ length: HELPERS }, () => site.staff(['venue'], { eventIds: [id] })),
      )
      const sent = helpers.flatMap((as, helper) =>
        Array.from({ length: BUNDLES }, (_, bundle) => {
          const actions = Array.from({ length: PRESSES }, () => ({
            ...pressOf('walk_in', now, { registration: walkIn() }),
            device: `helper ${helper}`,
          }))
          const app = bundle % 2 === 0 ? site.app : second
          return sendAsTablet(() =>
            app.inject({
              method: 'POST',
              url: `/api/office/days/${id}/actions`,
              headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
              payload: { actions },
            }),
          )
        }),
      )
      const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
      const { rows } = await pool.query(
        `select w.device, count(*)::int as all, count(*) filter (where not p.is_kept_back)::int as open
          from attendance_actions w join places p on p.appointment_id = w.appointment_id
          where w.event_id = $1 and w.type = 'walk_in' and w.status <> 'refused' group by 1 order by 1`,
        [id],
      )
      const [{ kept, places, booked }] = (
        await pool.query(
          `select count(appointment_id) filter (where is_kept_back)::int as kept,
            count(appointment_id)::int as places, (select count(*)::int from appointments
              where event_id = $1 and status = 'booked') as booked
          from places where event_id = $1`,
          [id],
        )
      ).rows
      found.push({
        helpers: rows.map(({ all, open }) => ({ all, open })),
        keptBack: kept,
        broken: [
          ...(await brokenInvariants(db, now)).map(String),
          ...(places === booked ? [] : [`${booked} appointments have ${places} places`]),
          ...statuses.filter((status) => status !== 200).map((status) => `answered ${status}`),
        ],
      })
    }
  } finally {
    await second.close()
    await database.close()
    await site.close()
  }
  return found
}

/** A tablet sends the same presses again when the site has too much to do. */
async function sendAsTablet<T extends { statusCode: number }>(send: () => Promise<T>): Promise<T> {
  let answer = await send()
  for (let n = 0; answer.statusCode === 503 && n < MOST_TRIES; n++) answer = await send()
  return answer
}

/** Each press counts as another person's, so that no limit is ever reached. */
async function hidePresses(site: Awaited<ReturnType<typeof openTestApp>>): Promise<void> {
  await site.staff(['office'])
  await site.ownerPool.query(`create function hide_press() returns trigger language plpgsql as
    'begin new.staff_id := (select min(id) from staff); return new; end'`)
  await site.ownerPool.query(`create trigger hide_press before insert on attendance_actions
    for each row execute function hide_press()`)
}
