// The private link of an event's host, and when unclaimed places are released.

import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'

/** After the end of the event, so that the host can read what came of it. */
const HOST_LINK_DAYS = 90

export function hostLinkEnd({ endsAt }: { endsAt: Date }): Date {
  return new Date(endsAt.getTime() + HOST_LINK_DAYS * DAY_MS)
}

export const HostSettingsSchema = z.object({
  /** The newest link that has not ended; null for none. */
  link: z.nullable(
    z.object({
      made_at: z.string(),
      made_by: z.string(),
      is_mailed: z.boolean(),
      expires_at: z.string(),
    }),
  ),
  kept_back: z.int(),
  kept_back_booked: z.int(),
  /** 'YYYY-MM-DD', London; null for never. */
  release_on: z.nullable(z.string()),
  released_at: z.nullable(z.string()),
})
export type HostSettings = z.infer<typeof HostSettingsSchema>

export const HostReleaseSchema = z.object({
  release_on: z.nullable(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
})

export const NewHostLinkSchema = z.object({ mail_to_host: z.boolean() })
/** The address is in no other answer. */
export const MadeHostLinkSchema = z.object({ link: z.string(), expires_at: z.string() })
export type MadeHostLink = z.infer<typeof MadeHostLinkSchema>
