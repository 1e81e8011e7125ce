// SQL of consents: rows are only ever added (design §4).
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { appointments, consents, consentWords } from '../db/schema.ts'

/** Adds a consent and answers its id. */
export async function insertConsent(
  q: Queryable,
  consent: typeof consents.$inferInsert,
): Promise<number> {
  const [row] = await q.insert(consents).values(consent).returning({ id: consents.id })
  if (!row) throw new Error('an inserted consent has no id')
  return row.id
}

/** Keeps the words of a version, once, and answers the words that are kept under it. */
export async function keepConsentWords(
  q: Queryable,
  { version, words, now }: { version: string; words: object; now: Date },
): Promise<unknown> {
  await q.insert(consentWords).values({ version, words, createdAt: now }).onConflictDoNothing()
  const [kept] = await q
    .select({ words: consentWords.words })
    .from(consentWords)
    .where(eq(consentWords.version, version))
  return kept?.words
}

/** Events at which this member has a live appointment that starts on the day between two instants. */
export async function findBookedEvents(
  q: Queryable,
  asked: { memberId: number; from: Date; before: Date },
): Promise<number[]> {
  const rows = await q
    .select({ eventId: appointments.eventId })
    .from(appointments)
    .where(
      and(
        eq(appointments.memberId, asked.memberId),
        eq(appointments.status, 'booked'),
        sql`${appointments.slotStartsAt} >= ${asked.from}`,
        sql`${appointments.slotStartsAt} < ${asked.before}`,
      ),
    )
  return rows.map((row) => row.eventId)
}
