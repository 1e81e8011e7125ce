// The invitation to the next test, and the events that suit a member.
import * as z from 'zod/mini'
import type { CharityEvent } from './contract.ts'
import { chargePence } from './events.ts'
import { type EventAway, nearestEvents } from './nearest-events.ts'

const RECALL_ANSWERS = ['later', 'elsewhere', 'stop'] as const
export type RecallAnswer = (typeof RECALL_ANSWERS)[number]

/** After the answer 'later' the member is asked again in this many days. */
export const ASK_AGAIN_DAYS = 90

const RecallEventSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  city: z.nullable(z.string()),
  /** Null when the member's postcode or the event's place is unknown. */
  miles: z.nullable(z.number()),
  price_pence: z.int(),
  requires_nhs_number: z.boolean(),
  /** The first free time, 'HH:mm', London; null when there is none. */
  free_time: z.nullable(z.string()),
})
export type RecallEvent = z.infer<typeof RecallEventSchema>

/** `due_on` and `ask_again_on` are 'YYYY-MM-DD'. */
export const RecallSchema = z.object({
  due_on: z.string(),
  answer: z.nullable(z.enum(RECALL_ANSWERS)),
  ask_again_on: z.nullable(z.string()),
  events: z.array(RecallEventSchema),
  /** Health answers of the last consent, to be checked and confirmed again; never its ticks. */
  answers: z.record(z.string(), z.unknown()),
})
export type Recall = z.infer<typeof RecallSchema>

/** The events of the month from which the next test is due, for a member who has not booked. */
export const ComingTestSchema = z.object({
  events: z.array(RecallEventSchema),
  answers: RecallSchema.shape.answers,
})
export type ComingTest = z.infer<typeof ComingTestSchema>

/** At most so many are offered before the invitation. */
export const FEW_COMING = 2

/** Null takes the answer back. */
export const RecallAnswerSchema = z.object({ answer: z.nullable(z.enum(RECALL_ANSWERS)) })

type Audience = CharityEvent['exclusive_for']

/** Up to three that suit the member: for everybody, or for the audience of their last event. */
export function suitableEvents(
  events: readonly CharityEvent[],
  { audience, ...place }: Parameters<typeof nearestEvents>[1] & { audience: Audience | null },
): EventAway[] {
  const theirs = events.filter(({ exclusive_for: who }) => who === 'COMMUNITY' || who === audience)
  return nearestEvents(theirs, place)
}

/** `isFree`: the member's next test costs nothing. */
export function toRecallEvent(
  event: EventAway,
  { freeTime, isFree }: { freeTime: string | null; isFree: boolean },
): RecallEvent {
  const { event_id, event_name, event_date, city, miles, requires_nhs_number } = event
  return {
    event_id,
    event_name,
    event_date,
    city,
    miles,
    price_pence: isFree ? 0 : chargePence(event),
    requires_nhs_number,
    free_time: freeTime,
  }
}

const CARRIED = [
  'familyHistoryProstateCancer',
  'familyMemberWithProstateCancer',
  'fatherSideDetails',
  'familyHistoryBreastOvarianCancer',
  'familyMemberWithOvarianCancer',
  'motherSideDetails',
] as const

/**
 * What of an earlier consent is offered again: the family's history. Tablets, infections and the
 * number of tests may have changed, so they are asked again.
 */
export function carriedFrom(answers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    CARRIED.filter((field) => answers[field] !== undefined).map((field) => [field, answers[field]]),
  )
}
