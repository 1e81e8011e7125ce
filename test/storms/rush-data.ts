// Tables, a product and events in a database that the test, not the site, has set up.
import type { CharityEvent } from '../../domain/contract.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { createEvent } from '../../server/events/create-event.ts'
import { insertProduct } from '../../server/events/publishing.queries.ts'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { prepareDatabase } from '../../server/platform/prepare-database.ts'

/** With a product and an event the database is in use, so the site adds no demo data. */
export async function makeRushData({
  url,
  ownerUrl,
}: {
  url: string
  ownerUrl: string
}): Promise<number> {
  const owner = openDatabase(ownerUrl, { max: 2 })
  await prepareDatabase(owner.pool, { siteRole: 'charity' })
  await owner.close()
  const database = openDatabase(url, { max: 1 })
  const productId = await insertProduct(database.db, { name: 'Total PSA Test', pricePence: 0 })
  await publishRush(database, { productId, places: 0, sessionMinutes: 30 })
  await database.close()
  return productId
}

/** A free event in thirty days. */
export function publishRush(
  database: Database,
  event: { productId: number; places: number; sessionMinutes: number },
): Promise<CharityEvent> {
  const day = addDays(ukDate(new Date()), 30)
  return database.transaction((tx) =>
    createEvent(tx, {
      name: 'Rush',
      startsAt: ukInstant(day, '08:00'),
      endsAt: ukInstant(day, '18:00'),
      pricePence: 0,
      paymentRequired: false,
      ...event,
    }),
  )
}
