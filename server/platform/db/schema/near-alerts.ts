import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { events } from './events.ts'

/**
 * Mails about events near a place. Pending until the owner of the address confirms, or until
 * `confirm_until`; without its place once left.
 */
export const nearAlerts = pgTable(
  'near_alerts',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique('one_near_alert_per_address'),
    /** A town, or a postcode no longer than its sector. */
    place: text('place'),
    /** In degrees (WGS 84), to two decimals. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    miles: integer('miles').notNull(),
    state: text('state').$type<'pending' | 'confirmed' | 'left'>().notNull(),
    wording: text('wording').notNull(),
    askedAt: moment('asked_at').notNull(),
    confirmUntil: moment('confirm_until'),
    confirmedAt: moment('confirmed_at'),
    leftAt: moment('left_at'),
  },
  (t) => [
    check('near_alert_address_is_normalised', sql`${t.email} = lower(btrim(${t.email}))`),
    check('near_alert_state_is_known', sql`${t.state} in ('pending', 'confirmed', 'left')`),
    check('near_alert_distance_is_offered', sql`${t.miles} in (10, 20, 30)`),
    check(
      'near_alert_has_a_place_until_left',
      sql`num_nulls(${t.place}, ${t.latitude}, ${t.longitude}) = case when ${t.state} = 'left' then 3 else 0 end`,
    ),
    check(
      'near_alert_pending_has_an_end',
      sql`(${t.state} = 'pending') = (${t.confirmUntil} is not null)`,
    ),
    check(
      'near_alert_confirmed_has_a_time',
      sql`(${t.state} <> 'confirmed' or ${t.confirmedAt} is not null) and (${t.state} <> 'pending' or ${t.confirmedAt} is null)`,
    ),
    check('near_alert_left_has_a_time', sql`(${t.state} = 'left') = (${t.leftAt} is not null)`),
  ],
)

/** Which events an alert's owner was mailed about. */
export const nearAlertMails = pgTable(
  'near_alert_mails',
  {
    alertId: uuid('alert_id')
      .notNull()
      .references(() => nearAlerts.id, { onDelete: 'cascade' }),
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    sentAt: moment('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'one_mail_per_alert_and_event', columns: [t.alertId, t.eventId] }),
    index('near_alert_mails_by_event').on(t.eventId),
  ],
)
