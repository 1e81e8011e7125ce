import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { BannerPlace, BannerTone } from '../../../../domain/banners.ts'
import { id, moment } from './columns.ts'
import { events } from './events.ts'

/** What the charity says at the top of its pages for a time; nothing of any member. */
export const banners = pgTable(
  'banners',
  {
    id: id(),
    words: text('words').notNull(),
    tone: text('tone').$type<BannerTone>().notNull(),
    place: text('place').$type<BannerPlace>().notNull(),
    eventId: bigint('event_id', { mode: 'number' }).references(() => events.id, {
      onDelete: 'cascade',
    }),
    inMails: boolean('in_mails').notNull(),
    shownFrom: moment('shown_from').notNull(),
    shownUntil: moment('shown_until').notNull(),
    version: integer('version').notNull().default(1),
    /** The id of the colleague who changed it last. */
    changedBy: bigint('changed_by', { mode: 'number' }).notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    index('banners_by_end').on(t.shownUntil),
    check('banner_place_is_known', sql`${t.place} in ('site', 'event', 'portal', 'office')`),
    check('banner_tone_is_known', sql`${t.tone} in ('information', 'warning', 'urgent')`),
    check('banner_of_an_event_has_one', sql`(${t.place} = 'event') = (${t.eventId} is not null)`),
    check('banner_in_mails_is_of_an_event', sql`${t.place} = 'event' or not ${t.inMails}`),
    check('banner_ends_after_its_start', sql`${t.shownFrom} <= ${t.shownUntil}`),
  ],
)
