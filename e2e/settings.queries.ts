import { max, min } from 'drizzle-orm'
import { CHARITY } from '../charity/chaps/facts.ts'
import type { CharityFact } from '../domain/charity.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { settings, staff } from '../server/platform/db/schema.ts'
import { insertSettings } from '../server/site/settings.queries.ts'

/** As staff change the numbers and addresses on the contact page; the rest of them as they came. */
export async function changeContact(values: { [Fact in CharityFact]?: string }): Promise<void> {
  const { general_enquiries, event_enquiries, email, speakers_email } = CHARITY
  const database = openDatabase(process.env.E2E_DATABASE_URL ?? '', { max: 1 })
  try {
    const [first] = await database.db.select({ id: min(staff.id) }).from(staff)
    const [last] = await database.db.select({ version: max(settings.version) }).from(settings)
    const isWritten = await insertSettings(database.db, {
      group: 'contact',
      version: (last?.version ?? 0) + 1,
      values: { general_enquiries, event_enquiries, email, speakers_email, ...values },
      changedBy: first?.id ?? 0,
      changedAt: new Date(),
    })
    if (!isWritten) throw new Error('somebody else changed the settings meanwhile')
  } finally {
    await database.close()
  }
}
