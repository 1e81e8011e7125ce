import * as z from 'zod/mini'

export const InvitationKeySchema = z.object({
  key: z.string().check(z.regex(/^[\w-]{20,60}$/)),
})

/** What the link shows before its button is pressed: which event, and until when. */
export const InvitationViewSchema = z.object({
  state: z.enum(['open', 'opened', 'used', 'over', 'withdrawn', 'closed']),
  event_id: z.int(),
  event_name: z.string(),
  place: z.string(),
  date: z.string(),
  time: z.string(),
  held_until: z.string(),
  /** Of an `opened` link: from when it works again. */
  opens_again_at: z.nullable(z.string()),
  /** Who asked us to hold the place; null when the office did. */
  begun_by: z.nullable(z.object({ name: z.string(), email: z.string() })),
})
export type InvitationView = z.infer<typeof InvitationViewSchema>

export const OpenedInvitationSchema = z.object({ event_id: z.int(), time: z.string() })
