import { setTimeout as wait } from 'node:timers/promises'
import type { CharityEvent } from '../domain/contract.ts'
import { generateSlots } from '../domain/slots.ts'
import { addDays, ukDate, ukInstant } from '../domain/uk-time.ts'
import { createEvent } from '../server/events/create-event.ts'
import { insertProduct } from '../server/events/publishing.queries.ts'
import { type Database, openDatabase } from '../server/platform/db/database.ts'
import { makeCrowd } from '../test/app/crowd.ts'
import type { Bench } from './bench.ts'

const MAILS_MS = 300_000

/**
 * Members with consent for a new event that has room for each of them twice. `next` is one who has
 * not booked, with a time; `another` is a time two slots later.
 */
export async function openCrowd(bench: Bench, { count, pricePence = 0 }: Wanted) {
  const database = openDatabase(bench.databaseUrl, { max: 20 })
  const event = await addEvent(database, { places: 2 * count, pricePence })
  const times = generateSlots(event).map(({ time }) => time)
  const crowd = await makeCrowd(database, {
    count,
    event,
    signingKeys: bench.signingKeys,
    issuer: `${bench.siteUrl}/auth/v1`,
  })
  const owner = openDatabase(bench.ownerUrl, { max: 1 })
  // As autovacuum does within a minute: statements are planned once per connection.
  await owner.pool.query('analyze')
  await owner.close()
  const next = () => {
    const user = crowd.pop()
    const time = times[crowd.length % times.length]
    if (!user || !time) throw new Error('the benchmark ran out of members')
    return { user, eventId: event.event_id, time }
  }
  const another = (time: string) => times[(times.indexOf(time) + 2) % times.length] ?? time
  return { database, next, another }
}
type Wanted = { count: number; pricePence?: number }

/** From 08:00 to 18:00 in a month, a time every ten minutes; paid by card if it costs something. */
export function addEvent(
  { transaction }: Pick<Database, 'transaction'>,
  { places, pricePence = 0 }: { places: number; pricePence?: number },
): Promise<CharityEvent> {
  return transaction(async (tx) => {
    const day = addDays(ukDate(new Date()), 30)
    return createEvent(tx, {
      name: 'Benchmark event',
      startsAt: ukInstant(day, '08:00'),
      endsAt: ukInstant(day, '18:00'),
      sessionMinutes: 10,
      places,
      productId: await insertProduct(tx, { name: 'Total PSA Test', pricePence }),
      paymentRequired: pricePence > 0,
    })
  })
}

/** Waits until every mail is sent, so that none slows the next round; how many the database has. */
export async function waitForMails(database: Database): Promise<number> {
  const limit = Date.now() + MAILS_MS
  for (;;) {
    const { rows } = await database.pool.query<{ all: number; unsent: number }>(
      `select count(*)::int as all, (count(*) filter (where state < 'completed'))::int as unsent
        from jobs.job where name = 'mail'`,
    )
    const [mails] = rows
    if (mails?.unsent === 0) return mails.all
    if (Date.now() > limit) throw new Error(`${mails?.unsent} mails were not sent in time`)
    await wait(100)
  }
}
