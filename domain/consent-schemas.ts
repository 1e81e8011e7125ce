import * as z from 'zod/mini'
import { WITHDRAWAL_CHANNELS } from './consent-withdrawal.ts'
import { PersonStateSchema } from './office/person-state.ts'

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

/** A withdrawal that staff took; `taken_by` is who spoke with the member, the colleague by default. */
export const StaffWithdrawalSchema = z.object({
  event_id: z.int(),
  channel: z.enum(WITHDRAWAL_CHANNELS),
  taken_by: z.optional(z.string().check(z.trim(), z.maxLength(120))),
})

/** The last word of a member on each event, for staff. */
export const WithdrawableSchema = z.object({
  member_id: z.int(),
  name: z.string(),
  date_of_birth: z.string(),
  person: PersonStateSchema,
  consents: z.array(
    z.object({
      event_id: z.int(),
      event_name: z.string(),
      test_date: z.string(),
      given_at: z.string(),
      withdrawn_at: z.nullable(z.string()),
    }),
  ),
})
export type Withdrawable = z.infer<typeof WithdrawableSchema>
