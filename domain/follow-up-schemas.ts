// The calls of the question after a result.
import * as z from 'zod/mini'
import { DIAGNOSES, FOLLOW_UP_ROUNDS, OUTCOME_CODES } from './follow-up.ts'

const key = z.string().check(z.regex(/^[\w-]{22}$/))
export const FollowUpKeySchema = z.object({ key })
export const FollowUpAnsweredSchema = z.object({
  key,
  outcome: z.enum(OUTCOME_CODES),
  /** 'YYYY-MM-DD'; null when not said. */
  on: z.nullable(z.string().check(z.maxLength(10))),
  /** Of a diagnosis or treatment; not there when not said. */
  diagnosis: z.optional(z.nullable(z.enum(DIAGNOSES))),
})

/** What the link shows: never a result, and no answer that was given. */
export const FollowUpSchema = z.object({
  state: z.enum(['open', 'answered', 'over']),
  first_name: z.string(),
})
export type FollowUp = z.infer<typeof FollowUpSchema>

/** As clinicians see it. */
export const FollowUpAnswerSchema = z.object({
  round: z.enum(FOLLOW_UP_ROUNDS),
  outcome: z.enum(OUTCOME_CODES),
  on: z.nullable(z.string()),
  diagnosis: z.optional(z.nullable(z.enum(DIAGNOSES))),
  answered_at: z.string(),
})
export type FollowUpAnswer = z.infer<typeof FollowUpAnswerSchema>
