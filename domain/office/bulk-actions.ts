import * as z from 'zod/mini'

export const BULK_STATES = ['waits for a second person', 'running', 'done'] as const
export type BulkState = (typeof BULK_STATES)[number]

export type BulkKind = 'event cancellation' | 'event change'

/** Above either, a second person confirms. */
export const ONE_PERSON = { refunds: 100, pence: 100_000 }

export function needsSecondPerson({ paid, pence }: { paid: number; pence: number }): boolean {
  return paid > ONE_PERSON.refunds || pence > ONE_PERSON.pence
}

export const CancellationSchema = z.object({
  dry_run: z.boolean(),
  message: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
})
export type Cancellation = z.infer<typeof CancellationSchema>

/** `bulk_action_id` is that of an earlier request to cancel the event. */
export const CancellationPreviewSchema = z.object({
  appointments: z.int(),
  paid: z.int(),
  refund_pence: z.int(),
  waiting: z.int(),
  without_email: z.int(),
  needs_second_person: z.boolean(),
  bulk_action_id: z.nullable(z.int()),
})
export type CancellationPreview = z.infer<typeof CancellationPreviewSchema>

export const BulkActionRowSchema = z.object({
  id: z.int(),
  kind: z.string(),
  event_id: z.int(),
  event_name: z.string(),
  message: z.nullable(z.string()),
  state: z.enum(BULK_STATES),
  made_by: z.string(),
  confirmed_by: z.nullable(z.string()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
})
export type BulkActionRow = z.infer<typeof BulkActionRowSchema>
export const BULK_TABS = ['open', 'done'] as const

export const BulkActionSchema = z.extend(BulkActionRowSchema, {
  failures: z.array(
    z.object({ member_id: z.int(), name: z.string(), problem: z.nullable(z.string()) }),
  ),
  /** Without an e-mail address: to be rung. */
  not_told: z.array(z.object({ member_id: z.int(), name: z.string(), phone: z.string() })),
})
export type BulkAction = z.infer<typeof BulkActionSchema>
