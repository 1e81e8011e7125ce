import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { PublicCounts } from '../../../../domain/published-figures.ts'
import { id, moment } from './columns.ts'
import { staff } from './staff.ts'

/** What was published of a year, small counts hidden; the latest row counts. Append-only. */
export const publishedFigures = pgTable(
  'published_figures',
  {
    id: id(),
    year: integer('year').notNull(),
    counts: jsonb('counts').$type<PublicCounts>().notNull(),
    source: text('source').notNull(),
    publishedBy: bigint('published_by', { mode: 'number' })
      .notNull()
      .references(() => staff.id),
    publishedAt: moment('published_at').notNull(),
  },
  (t) => [index('published_figures_by_year').on(t.year, t.id)],
)
