import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'

/**
 * A known text sealed with each field key that this database has been written with, and the mark of the
 * index key: at start they show whether FIELD_KEYS still opens what is stored.
 */
export const fieldKeyCanaries = pgTable('field_key_canaries', {
  name: text('name').primaryKey(),
  sealed: bytes('sealed').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
