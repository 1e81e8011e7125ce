import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, id, moment } from './columns.ts'
import { event } from './events.ts'
import { staff } from './staff.ts'

/** When places that are kept back for a host and unclaimed are released to everybody. */
export const hostReleases = pgTable(
  'host_releases',
  {
    eventId: event().primaryKey(),
    /** From the beginning of this day, London. */
    releaseOn: date('release_on', { mode: 'string' }).notNull(),
    releasedAt: moment('released_at'),
  },
  (t) => [index('host_releases_to_do').on(t.releaseOn).where(sql`${t.releasedAt} is null`)],
)

/** Private links by which a host reads counts of an event. */
export const hostLinks = pgTable(
  'host_links',
  {
    id: id(),
    keyHash: bytes('key_hash').notNull().unique(),
    eventId: event(),
    madeBy: bigint('made_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    isMailed: boolean('is_mailed').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When a newer link replaced it, or somebody ended it. */
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('one_open_host_link_per_event').on(t.eventId).where(sql`${t.endedAt} is null`),
    check('host_link_ends_after_it_was_made', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
)
