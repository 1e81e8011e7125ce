// Money that a person pays back: no refund to a card can do it.
import * as z from 'zod/mini'

export const OWED_BECAUSE = ['taken at the venue', 'disputed', 'failed before'] as const
export type OwedBecause = (typeof OWED_BECAUSE)[number]

/** 'declined': the member does not want it back; 'not owed': the provider took or kept it. */
export const OWED_OUTCOMES = ['cash', 'bank transfer', 'card', 'declined', 'not owed'] as const
export type OwedOutcome = (typeof OWED_OUTCOMES)[number]

/** `due_pence`: of `amount_pence`, what no refund has covered since. `decided_at` ISO 8601. */
export const OwedRefundSchema = z.object({
  id: z.int(),
  amount_pence: z.int(),
  due_pence: z.int(),
  because: z.enum(OWED_BECAUSE),
  decided_by: z.nullable(z.string()),
  decided_at: z.string(),
  outcome: z.nullable(z.enum(OWED_OUTCOMES)),
  note: z.nullable(z.string()),
  recorded_by: z.nullable(z.string()),
  recorded_at: z.nullable(z.string()),
})
export type OwedRefund = z.infer<typeof OwedRefundSchema>

/** `note`: how and when; `expected_pence`: the sum that the person saw. */
export const OwedRefundEndSchema = z.object({
  outcome: z.enum(OWED_OUTCOMES),
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  expected_pence: z.int().check(z.minimum(1)),
})
export type OwedRefundEnd = z.infer<typeof OwedRefundEndSchema>

/** The outcomes that this debt can have. */
export function outcomesOf(because: OwedBecause): OwedOutcome[] {
  switch (because) {
    case 'taken at the venue':
      return ['cash', 'bank transfer', 'declined']
    case 'failed before':
      return ['bank transfer', 'cash', 'card', 'declined']
    case 'disputed':
      return ['card', 'bank transfer', 'not owed', 'declined']
  }
}
