// The yearly figures on the public page; their rule is in figures.ts.
import * as z from 'zod/mini'

/** Null is shown as '*', for 1 to 7. */
const shown = z.nullable(z.int())
export const PublicCountsSchema = z.object({
  events: z.int(),
  /** The sum of the counts that are shown. */
  tested: z.int(),
  green: shown,
  amber: shown,
  red: shown,
  no_number: shown,
  no_band: shown,
})
export type PublicCounts = z.infer<typeof PublicCountsSchema>

/** A year that a clinician has published; `published_on` 'YYYY-MM-DD', London. */
export const PublishedYearSchema = z.object({
  year: z.int(),
  ...PublicCountsSchema.shape,
  source: z.string(),
  published_on: z.string(),
})
export type PublishedYear = z.infer<typeof PublishedYearSchema>

export const PublishedYearsSchema = z.object({ years: z.array(PublishedYearSchema) })
