// Statements of the money for the charity's accounts, from the ledger.
import * as z from 'zod/mini'

/** Pence, none negative but the net: what was taken less refunds and the provider's fees. */
const sums = {
  card_pence: z.int(),
  venue_pence: z.int(),
  refunded_pence: z.int(),
  fees_pence: z.int(),
  net_pence: z.int(),
  /** Booked without payment; not part of the net. */
  waived: z.int(),
  waived_pence: z.int(),
  /** Booked with a share of the price that the host owes; not part of the net. */
  hosted: z.int(),
  host_pence: z.int(),
}
const SumsSchema = z.object(sums)
export type Sums = z.infer<typeof SumsSchema>

/** Of the period; invoices to hosts are no part of the net, which is of the ledger alone. */
export const PeriodSumsSchema = z.extend(SumsSchema, {
  invoices: z.object({
    issued_pence: z.int(),
    credited_pence: z.int(),
    received_pence: z.int(),
    repaid_pence: z.int(),
  }),
})
export type PeriodSums = z.infer<typeof PeriodSumsSchema>

/** `event_date` London. */
export const EventStatementSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  ...sums,
})
export type EventStatement = z.infer<typeof EventStatementSchema>

/** `month` 'YYYY-MM': when the money moved, London. */
export const MonthStatementSchema = z.object({ month: z.string(), ...sums })
export type MonthStatement = z.infer<typeof MonthStatementSchema>

const LEDGER_WAYS = [
  'card',
  'venue, cash',
  'venue, card machine',
  'cheque',
  'bank transfer',
  'by hand',
] as const
export type LedgerWay = (typeof LEDGER_WAYS)[number]

/** An entry for the accounts; date and time London, refunds and fees negative. */
export const LedgerRowSchema = z.object({
  entry_id: z.int(),
  date: z.string(),
  time: z.string(),
  /** 'undone': a record of money at the venue was taken back. */
  kind: z.enum(['charge', 'refund', 'fee', 'undone']),
  way: z.enum(LEDGER_WAYS),
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  amount_pence: z.int(),
  /** The same in pounds, for a spreadsheet. */
  amount: z.number(),
  currency: z.string(),
  provider_reference: z.string(),
  invoice: z.string(),
})
export type LedgerRow = z.infer<typeof LedgerRowSchema>

const month = z.optional(z.string().check(z.regex(/^(?:20)\d{2}-(?:0[1-9]|1[0-2])$/)))

/** Months 'YYYY-MM', both included; without them all time. */
export const PeriodSchema = z.object({ from: month, to: month })
export type Period = { from?: string | undefined; to?: string | undefined }
