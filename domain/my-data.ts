// The copy of a member's data. Units end the field names (`amount_pence`); times are UTC.
import * as z from 'zod/mini'
import type { MyDataList } from './my-data-lists.ts'

const RecordSchema = z.record(z.string(), z.unknown())
export type MyRecord = z.infer<typeof RecordSchema>

const list = z.array(RecordSchema)
const lists = {
  profile_changes: list,
  identity_changes: list,
  identity_reviews: list,
  appointments: list,
  attendance: list,
  held_places: list,
  waiting_list: list,
  private_events: list,
  consents: list,
  consent_links: list,
  preparation_answers: list,
  follow_up_answers: list,
  results: list,
  gp_appointments: list,
  notes: list,
  who_looked: list,
  payments: list,
  refunds: list,
  money_moved: list,
  payment_reports: list,
  newsletter: list,
  near_alerts: list,
  messages: list,
  sign_ins: list,
  identities: list,
  second_factors: list,
  second_steps: list,
  recovery_codes: list,
  account_links: list,
  account_log: list,
  notices: list,
  mails_sent: list,
  mails_waiting: list,
  erasure_requests: list,
  what_was_done: list,
} satisfies Record<MyDataList, typeof list>

export const MyDataSchema = z.object({
  prepared_at: z.string(),
  /** Null, like `profile`, for an account without a profile. */
  profile_id: z.nullable(z.int()),
  not_included: z.array(z.string()),
  account: RecordSchema,
  profile: z.nullable(RecordSchema),
  ...lists,
})
export type MyData = z.infer<typeof MyDataSchema>

const ResultViewSchema = z.object({
  by: z.enum(['member', 'staff']),
  role: z.string(),
  at: z.string(),
  results: z.int(),
})
export type ResultView = z.infer<typeof ResultViewSchema>

/** Latest first; `next` is the `before` of the next page, missing on the last one. */
export const ResultViewsSchema = z.object({
  views: z.array(ResultViewSchema),
  next: z.optional(z.string()),
})

export const SignInSchema = z.object({
  since: z.string(),
  last_used_at: z.nullable(z.string()),
  address: z.nullable(z.string()),
  device: z.nullable(z.string()),
  is_this: z.boolean(),
})
export type SignIn = z.infer<typeof SignInSchema>

export const ErasureSchema = z.object({ request: z.nullable(z.object({ asked_at: z.string() })) })
export type Erasure = z.infer<typeof ErasureSchema>
