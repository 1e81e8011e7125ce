import * as z from 'zod/mini'

/** `test_date` is a London date 'YYYY-MM-DD', other times are ISO 8601. */
export const GivenConsentSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  test_date: z.string(),
  given_at: z.string(),
  gp_sharing: z.boolean(),
  withdrawn_at: z.nullable(z.string()),
  counts: z.boolean(),
  /** Start of the booked appointment at that event, also a past one. */
  appointment_at: z.nullable(z.string()),
})
export type GivenConsent = z.infer<typeof GivenConsentSchema>

export const WithdrawalSchema = z.object({
  status: z.literal('success'),
  appointment: z.enum(['cancelled', 'office told', 'nothing']),
})
export type Withdrawal = z.infer<typeof WithdrawalSchema>
