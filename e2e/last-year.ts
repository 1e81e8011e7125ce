// Events of last year with released results, so that its figures may be published.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ukInstant } from '../domain/uk-time.ts'
import { addDemoBooking } from '../server/demo/demo-bookings.ts'
import { addSampleMember } from '../server/demo/demo-members.ts'
import { createEvent } from '../server/events/create-event.ts'
import { insertProduct } from '../server/events/publishing.queries.ts'
import { insertResult } from '../server/facts/results.queries.ts'
import { sealResult } from '../server/facts/sealed-result.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'

/** One event on the tenth of each of these months, with so many green results. */
export async function addEventsOfLastYear(months: number[], results: number): Promise<void> {
  const keys = join(process.env.E2E_DATA_DIR ?? '', 'keys', 'field-keys.json')
  const fieldKeys = openFieldKeys(await readFile(keys, 'utf8'))
  const database = openDatabase(process.env.E2E_DATABASE_URL ?? '', { max: 1 })
  const now = new Date()
  const mark = randomUUID().slice(0, 8)
  try {
    await database.transaction(async (tx) => {
      const productId = await insertProduct(tx, { name: `PSA ${mark}`, pricePence: 0 })
      for (const month of months) {
        const date = `${now.getFullYear() - 1}-${String(month).padStart(2, '0')}-10`
        const event = await createEvent(tx, {
          name: `Screening ${mark} ${month}`,
          startsAt: ukInstant(date, '08:00'),
          endsAt: ukInstant(date, '20:00'),
          sessionMinutes: 20,
          places: 36,
          productId,
          pricePence: 0,
          paymentRequired: false,
          city: 'Ledbury',
        })
        const born = {
          firstName: 'Sam',
          lastName: `Year${'abcdefghijkl'[month - 1]}`,
          dateOfBirth: '1960-02-03',
        }
        const own = { ...born, email: `${mark}-${month}@example.org` }
        const member = await addSampleMember(tx, month, now, own)
        const booked = await addDemoBooking(tx, { event, member, place: 0, fieldKeys, now })
        for (let n = 0; n < results; n++) {
          const origin = { source: 'test', sourceRef: `${mark} ${month} ${n}` }
          const found = { test_result: '1.0', test_unit: 'ng/ml', comments: null, band: 'Green' }
          await insertResult(tx, {
            memberId: member.id,
            appointmentId: booked.id,
            ...origin,
            sealed: sealResult(fieldKeys, origin, found),
            sampleDate: date,
            releasedAt: ukInstant(date, '20:00'),
          })
        }
      }
    })
  } finally {
    await database.close()
  }
}
