// The account of a colleague: whether the invitation was used, and when they were last seen.
import * as z from 'zod/mini'
import { FactorRemovalSchema } from './factor-removals.ts'
import { NEEDS_TWO, type NeedsTwo } from './second-people.ts'

export const INVITATION_STATES = ['waiting', 'expired', 'used', 'elsewhere'] as const

/** `elsewhere`: another service has the accounts, and nothing is known here. */
export const StaffAccountSchema = z.object({
  state: z.enum(INVITATION_STATES),
  invited_at: z.nullable(z.string()),
  /** Of a waiting invitation. */
  expires_at: z.nullable(z.string()),
  last_seen_at: z.nullable(z.string()),
  has_second_factor: z.boolean(),
  /** A removal of the second factor that waits. */
  removal: z.nullable(FactorRemovalSchema),
})
export type StaffAccount = z.infer<typeof StaffAccountSchema>

export const StaffCoverSchema = z.object({
  /** For what fewer than two people can act. */
  lacking: z.array(z.enum(Object.keys(NEEDS_TWO) as [NeedsTwo, ...NeedsTwo[]])),
})
export type StaffCover = z.infer<typeof StaffCoverSchema>
