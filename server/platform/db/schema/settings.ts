import { sql } from 'drizzle-orm'
import { bigint, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SettingTexts } from '../../../../domain/office/settings.ts'
import { moment } from './columns.ts'

/** What staff have changed of what the charity says of itself and of the limits; the last version of a group stands. */
export const settings = pgTable(
  'settings',
  {
    group: text('setting_group').notNull(),
    version: integer('version').notNull(),
    values: jsonb('setting_values').$type<Partial<SettingTexts>>().notNull(),
    changedBy: bigint('changed_by', { mode: 'number' }).notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.group, t.version] }),
    check('settings_versions_begin_at_one', sql`${t.version} >= 1`),
  ],
)
