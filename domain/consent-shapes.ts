// Consents as their member reads them in the portal, and what a withdrawal answers.
import * as z from 'zod/mini'

/**
 * The latest consent of a member for one event. `test_date` is a London date 'YYYY-MM-DD', other
 * moments are ISO 8601.
 */
export const GivenConsentSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  test_date: z.string(),
  given_at: z.string(),
  gp_sharing: z.boolean(),
  withdrawn_at: z.nullable(z.string()),
  /** Whether it still counts for a new booking of that event. */
  counts: z.boolean(),
  /** When the appointment at that event starts that is booked, also one that is over. */
  appointment_at: z.nullable(z.string()),
})
export type GivenConsent = z.infer<typeof GivenConsentSchema>

export const WithdrawalSchema = z.object({
  status: z.literal('success'),
  /** What became of the appointment at the event. */
  appointment: z.enum(['cancelled', 'office told', 'nothing']),
})
export type Withdrawal = z.infer<typeof WithdrawalSchema>
