import * as z from 'zod/mini'
import type { TwoPeople } from '../limits.ts'
import { GROUP_WAYS } from './attendee-messages.ts'
import { EventCallSchema } from './told.ts'

const BULK_STATES = ['waits for a second person', 'running', 'done'] as const
export type BulkState = (typeof BULK_STATES)[number]

const BULK_KINDS = [
  'event cancellation',
  'event change',
  'time change',
  'message',
  'running late',
  'appointment moves',
  'appointment cancellations',
] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** Whole events that one person cancels alone within a day. */
export const EVENTS_ALONE = 1

export const SECOND_PERSON_REASONS = ['members', 'money', 'another event'] as const
export type SecondPersonReason = (typeof SECOND_PERSON_REASONS)[number]

/**
 * Why a second person confirms a cancellation; empty when one is enough. `earlier` counts the other
 * events that the same person cancelled within a day.
 */
export function secondPersonReasons(
  {
    members,
    paid,
    pence,
    earlier,
  }: {
    members: number
    paid: number
    pence: number
    earlier: number
  },
  limits: TwoPeople,
): SecondPersonReason[] {
  const holds: Record<SecondPersonReason, boolean> = {
    members: members > limits.one_person_members,
    money: paid > limits.one_person_refunds || pence > limits.one_person_pence,
    'another event': earlier >= EVENTS_ALONE,
  }
  return SECOND_PERSON_REASONS.filter((reason) => holds[reason])
}

/** Until when an action for so many members can be stopped; null for one that begins at once. */
export function stoppableUntil(
  { members, now }: { members: number; now: Date },
  limits: TwoPeople,
): Date | null {
  return members > limits.one_person_members ? afterStopTime(now, limits) : null
}

/**
 * When members get a message of a cancellation that still waits for its second person; null for never
 * by itself, as of a person's second event of a day.
 */
export function tellsOfWaitingAt(
  { reasons, now }: { reasons: readonly SecondPersonReason[]; now: Date },
  limits: TwoPeople,
): Date | null {
  return reasons.includes('another event') ? null : afterStopTime(now, limits)
}

function afterStopTime(now: Date, { stop_minutes: minutes }: TwoPeople): Date {
  return new Date(now.getTime() + minutes * 60_000)
}

/** Pence that a person may still refund alone, after what they refunded alone within a day. */
export function leftForOnePerson(
  { refunds, pence }: { refunds: number; pence: number },
  limits: TwoPeople,
): number {
  return refunds < limits.one_person_refunds ? Math.max(0, limits.one_person_pence - pence) : 0
}

/** The counts that were shown; it is refused when they are others by now. */
const ExpectedSchema = z.object({
  appointments: z.int(),
  refund_pence: z.int(),
  waiting: z.int(),
  money_pence: z.optional(z.int()),
})
export type Expected = z.infer<typeof ExpectedSchema>

export const CancellationSchema = z.discriminatedUnion('dry_run', [
  z.object({ dry_run: z.literal(true) }),
  z.object({
    dry_run: z.literal(false),
    message: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
    expected: ExpectedSchema,
  }),
])
export type Cancellation = z.infer<typeof CancellationSchema>

/** With the counts that the second person saw. */
export const ConfirmationSchema = z.nullish(z.object({ expected: z.optional(ExpectedSchema) }))

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
const RepaymentCountsSchema = z.object({
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
  /** People whose place is held by name and not booked yet. */
  invited: z.int(),
  without_email: z.int(),
  /** Who has come: neither cancelled nor told. */
  arrived: z.array(ArrivedSchema),
  needs_second_person: z.boolean(),
  /** Why; empty when one person is enough. */
  second_person_reasons: z.array(z.enum(SECOND_PERSON_REASONS)),
  /** After how many minutes members get a message of a cancellation that waits. */
  stop_minutes: z.int(),
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
  /** How a message is sent; null for anything else. */
  sent_by: z.nullable(z.enum(GROUP_WAYS)),
  state: z.enum(BULK_STATES),
  made_by: z.string(),
  confirmed_by: z.nullable(z.string()),
  created_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When a cancelled event became a draft again, or a request to cancel was withdrawn. */
  reverted_at: z.nullable(z.string()),
  /** When members get a message unless it is stopped; null for at once, or not by itself. */
  tells_at: z.nullable(z.string()),
  /** When members had a message of a cancellation that waits. */
  told_at: z.nullable(z.string()),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
})
export type BulkActionRow = z.infer<typeof BulkActionRowSchema>
export const BULK_TABS = ['open', 'done'] as const

export const BulkActionSchema = z.extend(BulkActionRowSchema, {
  /** What confirming it would do now; null unless it waits for a second person. */
  preview: z.nullable(CancellationPreviewSchema),
  /** Whether it can still be stopped. */
  can_stop: z.boolean(),
  /** Whether the reader asked for it, and so cannot be the second person. */
  is_own: z.boolean(),
  /** Names of the roles whose people may be the second person. */
  second_person_roles: z.array(z.string()),
  /** How many people besides who asked for it hold one of these roles. */
  second_people: z.int(),
  /** What a person still has to pay back to the event's members. */
  owed: CountedSchema,
  failures: z.array(
    z.object({ member_id: z.int(), name: z.string(), problem: z.nullable(z.string()) }),
  ),
  /** Whom no message reached: to be called. */
  not_told: z.array(
    z.object({
      member_id: z.int(),
      name: z.string(),
      phone: z.string(),
      /** The task of the call; null for one from before there were such tasks. */
      call: z.nullable(EventCallSchema),
    }),
  ),
})
export type BulkAction = z.infer<typeof BulkActionSchema>

export const StartedActionSchema = z.object({ bulk_action_id: z.int() })
