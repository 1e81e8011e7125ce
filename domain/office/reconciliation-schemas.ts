// The provider's report against the ledger.
import * as z from 'zod/mini'

const DIFFERENCE_KINDS = [
  'not in the ledger',
  'not at the provider',
  'other amount',
  'other currency',
  'other fee',
  'reported otherwise before',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** 'resolved': a later report, or a later entry of the ledger, has what was missing. */
export const DIFFERENCE_STATES = ['open', 'decided', 'resolved'] as const
export type DifferenceState = (typeof DIFFERENCE_STATES)[number]

export const DECISIONS = ['explained', 'corrected', 'written off'] as const
export type Decision = (typeof DECISIONS)[number]

/** `sha256` names the file; the file itself is not stored. */
export const ProviderReportSchema = z.object({
  id: z.int(),
  uploaded_by: z.string(),
  uploaded_at: z.string(),
  period_from: z.string(),
  period_to: z.string(),
  /** Lines of the file; of those, without money of ours; not seen in an earlier report. */
  lines: z.int(),
  ignored: z.int(),
  added: z.int(),
  /** Of the added: as the ledger has them. */
  matched: z.int(),
  differences: z.int(),
})
export type ProviderReport = z.infer<typeof ProviderReportSchema>

/** `repeated`: this file was uploaded before, and nothing was added. */
export const UploadedReportSchema = z.extend(ProviderReportSchema, { repeated: z.boolean() })
export type UploadedReport = z.infer<typeof UploadedReportSchema>

export const MoneyDifferenceSchema = z.object({
  id: z.int(),
  kind: z.enum(DIFFERENCE_KINDS),
  state: z.enum(DIFFERENCE_STATES),
  /** The provider's number of the transaction, and its time there or, without one, in the ledger. */
  provider_ref: z.string(),
  /** The provider's word for the transaction, 'Donation Payment'; null where no report has it. */
  type: z.nullable(z.string()),
  at: z.string(),
  currency: z.string(),
  /** Refunds and fees are negative; null where it is missing. */
  ledger_pence: z.nullable(z.int()),
  provider_pence: z.nullable(z.int()),
  payment_id: z.nullable(z.string()),
  report_id: z.int(),
  decision: z.nullable(z.enum(DECISIONS)),
  reason: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
})
export type MoneyDifference = z.infer<typeof MoneyDifferenceSchema>

/** A null decision opens a decided difference again. */
export const DifferenceDecisionSchema = z.object({
  decision: z.nullable(z.enum(DECISIONS)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
export type DifferenceDecision = z.infer<typeof DifferenceDecisionSchema>

export const MOST_DECIDED_AT_ONCE = 500

/** Open differences that are decided together: all of them, or none when one is not open any more. */
export const DifferenceDecisionsSchema = z.object({
  ids: z
    .array(z.int().check(z.positive()))
    .check(z.minLength(1), z.maxLength(MOST_DECIDED_AT_ONCE)),
  decision: z.enum(DECISIONS),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})

/** Open money of the account that no payment of the site has, such as donations, by the provider's word for it. */
export const OtherMoneySchema = z.object({
  type: z.string(),
  currency: z.string(),
  /** Of all of them; `ids` has the first that can be decided at once. */
  count: z.int(),
  pence: z.int(),
  ids: z.array(z.int()),
})
export type OtherMoney = z.infer<typeof OtherMoneySchema>
