import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, moment } from './columns.ts'

export const fieldKeyCanaries = pgTable('field_key_canaries', {
  name: text('name').primaryKey(),
  sealed: bytes('sealed').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
