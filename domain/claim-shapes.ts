// Claiming a record by a letter's code, in the member's API.
import * as z from 'zod/mini'

/** The code in any way of writing it; the date 'YYYY-MM-DD'. */
export const RecordClaimSchema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(60)),
  date_of_birth: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
})
export type RecordClaim = z.infer<typeof RecordClaimSchema>

/** 'asked': the account has a profile already, so an admin looks at it by the date `until`. */
export const ClaimedSchema = z.object({
  state: z.enum(['linked', 'asked']),
  until: z.nullable(z.string()),
})
export type Claimed = z.infer<typeof ClaimedSchema>

export const RecordRequestsSchema = z.object({
  requests: z.array(
    z.object({
      asked_at: z.string(),
      until: z.string(),
      state: z.enum(['open', 'merged', 'refused']),
    }),
  ),
})
export type RecordRequests = z.infer<typeof RecordRequestsSchema>
