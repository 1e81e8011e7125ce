// The host's page of an event: counts only, never a name.
import * as z from 'zod/mini'

export const HostKeySchema = z.object({ key: z.string().check(z.regex(/^[\w-]{22}$/)) })

const shown = z.nullable(z.int())

/** London dates and times. */
export const HostPageSchema = z.object({
  state: z.enum(['coming', 'over', 'cancelled']),
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  place: z.string(),
  is_private: z.boolean(),
  /** Null once the event has ended. */
  places: z.nullable(
    z.object({
      all: z.int(),
      booked: z.int(),
      kept_back: z.int(),
      kept_back_booked: z.int(),
      /** When the unclaimed ones are released, and whether they were. */
      release_on: z.nullable(z.string()),
      is_released: z.boolean(),
    }),
  ),
  /** What the host pays for booked members; null when it is nothing. A change counts for later ones. */
  share: z.nullable(
    z.object({
      each_pence: z.int(),
      lines: z.array(z.object({ pence: z.int(), appointments: z.int() })),
      owed_pence: z.int(),
    }),
  ),
  /** After the event; see domain/host-summary.ts. */
  summary: z.nullable(
    z.object({
      booked: shown,
      came: shown,
      tested: shown,
      outcomes: z.nullable(
        z.object({ green: shown, amber: shown, red: shown, no_number: shown, no_band: shown }),
      ),
    }),
  ),
  works_until: z.string(),
})
export type HostPage = z.infer<typeof HostPageSchema>
