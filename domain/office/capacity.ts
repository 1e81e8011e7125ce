// Whether a member understands the test (Mental Capacity Act 2005): who doubts it, and what a
// clinician decided. A doubt stops the blood, never the booking.
import * as z from 'zod/mini'
import { PersonStateSchema } from './person-state.ts'

/** `no_test`: nobody may decide for the member today, or the test is not in their interest. */
export const CAPACITY_DECISIONS = [
  'has_capacity',
  'attorney',
  'deputy',
  'best_interests',
  'no_test',
] as const
export type CapacityDecision = (typeof CAPACITY_DECISIONS)[number]

export const CAPACITY_KINDS = ['doubt', ...CAPACITY_DECISIONS] as const
export type CapacityKind = (typeof CAPACITY_KINDS)[number]

/** In the order of their ids; `decides` is the id of the last doubt that a decision is about. */
export type CapacityEntry = { id: number; kind: CapacityKind; decides: number | null }

export type CapacityState = {
  /** `doubted`: nobody has decided yet; null while blood may be taken. */
  stop: 'doubted' | 'no_test' | null
  /** The last doubt that no decision is about. */
  openDoubt: number | null
  /** The decision that stands; null before the first and after a new doubt. */
  decision: CapacityDecision | null
}

/** A decision is about the doubts before it, so that one that arrives late from a tablet stays open. */
export function capacityOf(entries: readonly CapacityEntry[]): CapacityState {
  const last = entries.findLast(({ kind }) => kind !== 'doubt')
  const decided = last?.decides ?? 0
  const openDoubt = entries.findLast(({ id, kind }) => kind === 'doubt' && id > decided)?.id ?? null
  if (openDoubt !== null) return { stop: 'doubted', openDoubt, decision: null }
  const decision = last && isDecision(last.kind) ? last.kind : null
  return { stop: decision === 'no_test' ? 'no_test' : null, openDoubt, decision }
}

/** A doubt may be about an appointment; `at` is when it was said or decided. */
export type DatedCapacityEntry = CapacityEntry & { at: Date; appointmentId: number | null }

/**
 * When the doubt arose in which a sample of the appointment was taken, while no decision lets the test
 * go on; null otherwise. A doubt that arose later and elsewhere is about other blood.
 */
export function doubtOfSample(
  entries: readonly DatedCapacityEntry[],
  { appointmentId, sampledAt }: { appointmentId: number; sampledAt: Date },
): Date | null {
  const isOfSample = (one: DatedCapacityEntry) =>
    one.appointmentId === appointmentId || one.at <= sampledAt
  const isThere = entries.some((one) => one.kind === 'doubt' && one.appointmentId === appointmentId)
  const wasStopped = capacityOf(entries.filter(({ at }) => at <= sampledAt)).stop !== null
  if (!isThere && !wasStopped) return null
  const known = entries.filter((one) => one.kind !== 'doubt' || isOfSample(one))
  if (capacityOf(known).stop === null) return null
  return known.findLast(({ kind }) => kind === 'doubt')?.at ?? null
}

function isDecision(kind: CapacityKind): kind is CapacityDecision {
  return kind !== 'doubt'
}

/** Whether the decision names a person who decides for the member, and the paper that was seen. */
export function needsAttorney(decision: CapacityDecision): decision is 'attorney' | 'deputy' {
  return decision === 'attorney' || decision === 'deputy'
}

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

export const NewDoubtSchema = z.object({
  words: requiredText(500),
  /** The appointment at which it arose; null for none. */
  appointment_id: z._default(z.nullable(z.int()), null),
})
export type NewDoubt = z.input<typeof NewDoubtSchema>

/** `doubt` is the last one that the clinician has read. `name` and `paper` of an attorney or deputy. */
export const NewCapacityDecisionSchema = z.object({
  doubt: z.int(),
  decision: z.enum(CAPACITY_DECISIONS),
  words: requiredText(2000),
  name: z._default(z.nullable(text(120)), null),
  paper: z._default(z.nullable(text(300)), null),
})
export type NewCapacityDecision = z.input<typeof NewCapacityDecisionSchema>

export const CapacitySchema = z.object({
  member_id: z.int(),
  name: z.string(),
  date_of_birth: z.string(),
  person: PersonStateSchema,
  stop: z.nullable(z.enum(['doubted', 'no_test'])),
  open_doubt: z.nullable(z.int()),
  /** Latest first. */
  entries: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(CAPACITY_KINDS),
      by: z.string(),
      at: z.string(),
      words: z.string(),
      /** Of an attorney or deputy. */
      name: z.nullable(z.string()),
      paper: z.nullable(z.string()),
    }),
  ),
})
export type Capacity = z.infer<typeof CapacitySchema>
