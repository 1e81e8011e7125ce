// Moving and cancelling several appointments of an event that a clerk has ticked.
import * as z from 'zod/mini'
import { MOST_TICKED } from './attendee-messages.ts'
import { SECOND_PERSON_REASONS, type SecondPersonReason } from './bulk-actions.ts'
import { type Assigned, assignSlots, timeOnNewDay } from './time-change.ts'

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
const shown = z.string().check(z.maxLength(64))

const moveFields = z.object({
  ids: z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_TICKED)),
  event_id: z.int(),
  /** 'HH:mm' in London: nobody gets an earlier, or a later, time. */
  earliest: z.optional(clockTime),
  latest: z.optional(clockTime),
})
/** `shown` is that of the dry run, so that nothing else than what was shown is done. */
export const TickedMoveSchema = z.discriminatedUnion('dry_run', [
  z.extend(moveFields, { dry_run: z.literal(true) }),
  z.extend(moveFields, { dry_run: z.literal(false), reason, shown }),
])
export type TickedMove = Omit<z.infer<typeof moveFields>, 'dry_run'>

const cancellationFields = z.object({
  ids: z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_TICKED)),
  refund: z.enum(['policy', 'full', 'none']),
})
export const TickedCancellationSchema = z.discriminatedUnion('dry_run', [
  z.extend(cancellationFields, { dry_run: z.literal(true) }),
  z.extend(cancellationFields, { dry_run: z.literal(false), reason, shown }),
])
export type TickedCancellation = z.infer<typeof cancellationFields>

/** What happens to one ticked member; London dates and times. */
const TickedRowSchema = z.object({
  appointment_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  date: z.string(),
  time: z.string(),
  /** Null of a cancellation, and of a member who is not moved. */
  to_date: z.nullable(z.string()),
  to_time: z.nullable(z.string()),
  /** What it does with the money. */
  money: z.string(),
  /** Why nothing is done for this member; null when it is. */
  refusal: z.nullable(z.string()),
  /** Whether a message reaches them; otherwise a person calls. */
  is_told: z.boolean(),
})
export type TickedRow = z.infer<typeof TickedRowSchema>

export const TickedPreviewSchema = z.object({
  people: z.array(TickedRowSchema),
  /** Of the people: to whom something is done. */
  members: z.int(),
  refund_pence: z.int(),
  /** Why a second person approves it first; empty when one is enough. */
  second_person_reasons: z.array(z.enum(SECOND_PERSON_REASONS)),
  /** For how many minutes it can be stopped first; null when it begins at once. */
  stop_minutes: z.nullable(z.int()),
  shown: z.string(),
})
export type TickedPreview = z.infer<typeof TickedPreviewSchema>

/** One appointment to move, from where and when it was shown. */
export type PlannedMove = {
  appointment_id: number
  starts_at: string
  date: string
  time: string
  difference_pence: number
}

/** What a bulk action of ticked members does, as the clerk saw it. */
export type TickedRequest = { reason: string } & (
  | { event_id: number; moves: PlannedMove[] }
  | { refund: TickedCancellation['refund']; may_exceed: boolean; ids: number[] }
)

/** A bulk action stores other requests too. */
export function isTickedRequest(request: object | null): request is TickedRequest {
  return request !== null && ('moves' in request || 'ids' in request)
}

type Free = { date: string; time: string; startsAt: Date; places: number; keptBack: number }

/**
 * A free time for each appointment: the one that it has now, on the day of the event `to`, or else the
 * nearest. Who comes last by time gets none when there are too few.
 */
export function assignTicked<Slot extends Free>(
  appointments: readonly { id: number; startsAt: Date }[],
  { from, to, slots }: { from: string; to: string; slots: readonly Slot[] },
): Map<number, Slot> {
  const places = slots.reduce((sum, slot) => sum + slot.places, 0)
  const wanted = appointments
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.id - b.id)
    .slice(0, places)
    .map(({ id, startsAt }) => ({
      id,
      wanted: timeOnNewDay(startsAt, {
        from: { date: from, start: '00:00' },
        to: { date: to, start: '00:00' },
        times: 'keep',
      }),
    }))
  const assigned: Assigned<Slot>[] = assignSlots(wanted, slots) ?? []
  return new Map(assigned.map(({ id, slot }) => [id, slot]))
}

/** The free times in the window; at the same event none at which a ticked appointment is now. */
export function timesInWindow<Slot extends Free>(
  slots: readonly Slot[],
  {
    earliest,
    latest,
    besides,
  }: Pick<TickedMove, 'earliest' | 'latest'> & { besides: readonly Date[] },
): Slot[] {
  const taken = new Set(besides.map((at) => at.getTime()))
  return slots.filter(
    ({ time, startsAt }) =>
      (earliest === undefined || time >= earliest) &&
      (latest === undefined || time <= latest) &&
      !taken.has(startsAt.getTime()),
  )
}

/** Moves wait for a second person only because of money: the members of many can be kept waiting and told. */
export function reasonsOfMoves(reasons: readonly SecondPersonReason[]): SecondPersonReason[] {
  return reasons.filter((one) => one === 'money')
}
