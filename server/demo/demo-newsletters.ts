import { randomUUID } from 'node:crypto'
import { DAY_MS } from '../../domain/durations.ts'
import { NEWSLETTER_WORDS } from '../../domain/newsletter.ts'
import { insertNewsletter } from '../contact/newsletter/newsletters.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import { insertSubscriptions } from './demo.queries.ts'

const READERS = [
  { name: 'Ann Whitfield', hearAboutEvent: true },
  { name: 'Tom Ashby', hearAboutEvent: false },
  { name: 'Ely Lions', hearAboutEvent: true },
]

const SENT = {
  subject: 'Thank you for a full autumn',
  body: `This is a sample newsletter for demonstration.

## Full halls

Thank you to everybody who came, and to the volunteers who carried the chairs.

- [Find an event](/book-event-main)
- [Read our news](/news)

## Could you host an evening?

A hall, a lodge or a club is all that is needed. [Write to us](/contact-us) and we will call you.`,
}

const DRAFT = {
  subject: 'Dates for spring',
  body: 'This is a sample draft for demonstration: its dates are still missing.',
}

/** Three subscribers, a newsletter that they got, and a draft. */
export async function addDemoNewsletters(
  tx: Tx,
  { staffId, now }: { staffId: number; now: Date },
): Promise<void> {
  const askedAt = new Date(now.getTime() - 60 * DAY_MS)
  await insertSubscriptions(
    tx,
    READERS.map((reader, n) => ({
      ...reader,
      id: randomUUID(),
      email: `reader-${n + 1}@example.org`,
      state: 'confirmed' as const,
      wording: NEWSLETTER_WORDS,
      askedAt,
      confirmedAt: askedAt,
    })),
  )
  const sentAt = new Date(now.getTime() - 20 * DAY_MS)
  const written = { audience: 'everybody', changedBy: staffId, changedAt: sentAt } as const
  await insertNewsletter(tx, {
    ...SENT,
    ...written,
    state: 'sent',
    beginsAt: sentAt,
    finishedAt: sentAt,
    isShown: true,
    readers: READERS.length,
  })
  await insertNewsletter(tx, { ...DRAFT, ...written, state: 'draft' })
}
