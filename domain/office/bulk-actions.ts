import * as z from 'zod/mini'

export const BULK_STATES = ['waits for a second person', 'running', 'done'] as const
export type BulkState = (typeof BULK_STATES)[number]

export const BULK_KINDS = ['event cancellation', 'event change', 'time change', 'message'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** Above either, a second person confirms. */
export const ONE_PERSON = { refunds: 100, pence: 100_000 }

export function needsSecondPerson({ paid, pence }: { paid: number; pence: number }): boolean {
  return paid > ONE_PERSON.refunds || pence > ONE_PERSON.pence
}

/** Pence that a person may still refund alone, after what they refunded alone within a day. */
export function leftForOnePerson({ refunds, pence }: { refunds: number; pence: number }): number {
  return refunds < ONE_PERSON.refunds ? Math.max(0, ONE_PERSON.pence - pence) : 0
}

/** With `expected` it is refused when the counts are others by now. */
export const CancellationSchema = z.object({
  dry_run: z.boolean(),
  message: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
  expected: z.optional(
    z.object({
      appointments: z.int(),
      refund_pence: z.int(),
      waiting: z.int(),
      money_pence: z.optional(z.int()),
    }),
  ),
})
export type Cancellation = z.infer<typeof CancellationSchema>

/** A member who has come, by time; the appointment stays as it is. */
export const ArrivedSchema = z.object({
  appointment_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  /** Of the appointment, 'HH:mm' in London. */
  time: z.string(),
})
export type Arrived = z.infer<typeof ArrivedSchema>

const CountedSchema = z.object({ count: z.int(), pence: z.int() })

/** Payments by the way they go back; all but those by card need a person. */
export const RepaymentCountsSchema = z.object({
  by_card: CountedSchema,
  by_hand: CountedSchema,
  under_review: CountedSchema,
  disputed: CountedSchema,
  failed_before: CountedSchema,
})
export type RepaymentCounts = z.infer<typeof RepaymentCountsSchema>

/**
 * `paid` and `refund_pence` are what is refunded by card at once, `money_pence` the sum of `money`.
 * `bulk_action_id` is that of an earlier request to cancel the event.
 */
export const CancellationPreviewSchema = z.object({
  appointments: z.int(),
  paid: z.int(),
  refund_pence: z.int(),
  money: RepaymentCountsSchema,
  money_pence: z.int(),
  waiting: z.int(),
  without_email: z.int(),
  /** Who has come: neither cancelled nor told. */
  arrived: z.array(ArrivedSchema),
  needs_second_person: z.boolean(),
  bulk_action_id: z.nullable(z.int()),
})
export type CancellationPreview = z.infer<typeof CancellationPreviewSchema>

export const BulkActionRowSchema = z.object({
  id: z.int(),
  kind: z.enum(BULK_KINDS),
  event_id: z.int(),
  event_name: z.string(),
  /** Of a message. */
  subject: z.nullable(z.string()),
  message: z.nullable(z.string()),
  state: z.enum(BULK_STATES),
  made_by: z.string(),
  confirmed_by: z.nullable(z.string()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When a cancelled event became a draft again, or a request to cancel was withdrawn. */
  reverted_at: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
})
export type BulkActionRow = z.infer<typeof BulkActionRowSchema>
export const BULK_TABS = ['open', 'done'] as const

export const BulkActionSchema = z.extend(BulkActionRowSchema, {
  /** What confirming it would do now; null unless it waits for a second person. */
  preview: z.nullable(CancellationPreviewSchema),
  /** What a person still has to pay back to the event's members. */
  owed: CountedSchema,
  failures: z.array(
    z.object({ member_id: z.int(), name: z.string(), problem: z.nullable(z.string()) }),
  ),
  /** Without an e-mail address: to be rung. */
  not_told: z.array(z.object({ member_id: z.int(), name: z.string(), phone: z.string() })),
})
export type BulkAction = z.infer<typeof BulkActionSchema>
