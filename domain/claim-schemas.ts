// Claiming a record by a letter's code, in the member's API.
import * as z from 'zod/mini'

/** The code in any way of writing it; the date 'YYYY-MM-DD'. */
export const RecordClaimSchema = z.object({
  code: z.string().check(z.minLength(1), z.maxLength(60)),
  date_of_birth: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
})
export type RecordClaim = z.infer<typeof RecordClaimSchema>

/**
 * 'asked': the account has a profile already, so an admin looks at it by the date `until`. 'waiting':
 * something of health is known, so the record opens after a second proof, decided by that date.
 */
export const ClaimedSchema = z.object({
  state: z.enum(['linked', 'asked', 'waiting']),
  until: z.nullable(z.string()),
})
export type Claimed = z.infer<typeof ClaimedSchema>

/** Claims of this account that had to wait, the latest first. */
const claims = z.array(
  z.object({
    claimed_at: z.string(),
    until: z.string(),
    state: z.enum(['waiting', 'released', 'refused']),
    /** The number of a tube can stand in for an answer of the contact. */
    may_prove_by_tube: z.boolean(),
  }),
)
export const OwnClaimsSchema = z.object({ claims })
export type OwnClaims = z.infer<typeof OwnClaimsSchema>

export const RecordRequestsSchema = z.object({
  requests: z.array(
    z.object({
      asked_at: z.string(),
      until: z.string(),
      state: z.enum(['open', 'merged', 'refused']),
    }),
  ),
  claims,
})
export type RecordRequests = z.infer<typeof RecordRequestsSchema>

/** The number on the label or slip that the member took home, in any way of writing it. */
export const ClaimTubeSchema = z.object({
  tube_code: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
})

const key = z.string().check(z.regex(/^[\w-]{22}$/))
export const ClaimLinkKeySchema = z.object({ key })
const CLAIM_ANSWERS = ['me', 'not_me'] as const
export type ClaimAnswer = (typeof CLAIM_ANSWERS)[number]
export const ClaimLinkAnsweredSchema = z.object({ key, answer: z.enum(CLAIM_ANSWERS) })

/** What the link to the contact of a claimed record shows: never anything of health. */
export const ClaimLinkSchema = z.object({
  state: z.enum(['open', 'confirmed', 'not_me', 'over']),
  first_name: z.string(),
  /** Of the account that claims. */
  masked_email: z.string(),
  claimed_on: z.string(),
  /** False for a contact that the office entered lately: it can only say "this was not me". */
  may_confirm: z.boolean(),
})
export type ClaimLink = z.infer<typeof ClaimLinkSchema>
