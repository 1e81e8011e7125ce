// A member has died, or wants less contact: what stops, and by whom it is revoked.
import * as z from 'zod/mini'
import { WANTED_CONTACTS, type WantedContact } from '../contact-and-support.ts'
import type { LoopKind } from './care-loops.ts'
import { alsoCloses } from './loop-closing.ts'
import type { OfficeReason } from './refusals.ts'

/** `results_only`: for example, moved abroad; `no_contact`: no message at all. */
export const CONTACT_STOP_KINDS = ['died', 'results_only', 'no_contact'] as const
export type ContactStopKind = (typeof CONTACT_STOP_KINDS)[number]

/** What a member wants after it; null where it does not say. */
export const WANTED_AFTER: Record<ContactStopKind, WantedContact | null> = {
  died: null,
  results_only: 'results',
  no_contact: 'none',
}

/** What is under way for a member and has to end before the record is erased. */
export const ERASURE_BLOCKERS = [
  'sample at the laboratory',
  'result not released',
  'amber or red not read',
  'open correction',
  'open take-back',
] as const
export type ErasureBlocker = (typeof ERASURE_BLOCKERS)[number]

/** In the order in which an act stops them. */
const STOPPED_KINDS = [
  'appointment',
  'place held',
  'waiting list',
  'message not sent',
  'letter',
  'notice of a result',
  'task',
  'link',
  'near alert',
  'newsletter',
] as const
export type StoppedKind = (typeof STOPPED_KINDS)[number]

/** What each act stops; `results_only` leaves what concerns a test that was taken. */
const STOPS: Record<ContactStopKind, readonly StoppedKind[]> = {
  died: STOPPED_KINDS,
  no_contact: [
    'waiting list',
    'message not sent',
    'letter',
    'notice of a result',
    'task',
    'link',
    'near alert',
    'newsletter',
  ],
  results_only: ['waiting list', 'task', 'link', 'near alert', 'newsletter'],
}

export function stops(kind: ContactStopKind, what: StoppedKind): boolean {
  return STOPS[kind].includes(what)
}

/** What can be started again when the act is revoked; the rest is named, and done anew by hand. */
const RESTARTED: readonly StoppedKind[] = ['letter', 'notice of a result', 'task']

export function canRestart(kind: StoppedKind): boolean {
  return RESTARTED.includes(kind)
}

/**
 * `id` is of the row of its kind; `text` names it, without anything of a result. How many letters and
 * clinicians' tasks there are would tell the office a band, so that these are for clinicians.
 */
export const StoppedItemSchema = z.object({
  kind: z.enum(STOPPED_KINDS),
  id: z.nullable(z.int()),
  text: z.string(),
  for: z.enum(['office', 'clinician']),
})
export type StoppedItem = z.infer<typeof StoppedItemSchema>

/** The tasks that a death leaves open: they are about a tube or about other people. */
const TASKS_AFTER_DEATH: readonly LoopKind[] = [
  'sample_undone',
  'two_tubes',
  'tell_laboratory',
  'sampled_in_doubt',
  'incident',
  'parted_result',
  'result_of_the_dead',
]
const RESULTS_UNDER_WAY: readonly LoopKind[] = [
  'result_to_review',
  'second_review',
  'review_to_release',
]

/** The task to open for a member who has died instead of this one; null for none. */
export function taskAfterDeath(kind: LoopKind): LoopKind | null {
  if (RESULTS_UNDER_WAY.includes(kind)) return 'result_of_the_dead'
  return TASKS_AFTER_DEATH.includes(kind) ? kind : null
}

/** Whether an act of this kind ends an open task. */
export function endsTask(kind: ContactStopKind, task: LoopKind): boolean {
  return kind === 'died' ? !TASKS_AFTER_DEATH.includes(task) : alsoCloses('asked_us_to_stop', task)
}

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** `told_by`: who told the charity, and how; `kin`: whom the charity may speak to. */
export const StopDetailsSchema = z.object({
  told_by: requiredText(200),
  died_on: z.optional(z.nullable(z.iso.date())),
  kin: z.optional(z.nullable(text(300))),
  note: z.optional(z.nullable(text(500))),
})

export const NewStopSchema = z.extend(StopDetailsSchema, {
  kind: z.enum(CONTACT_STOP_KINDS),
  version: z.int(),
})
export type NewStop = z.infer<typeof NewStopSchema>

/** What would stop, as counted before it is done. */
export const StopPreviewSchema = z.object({
  kind: z.enum(CONTACT_STOP_KINDS),
  version: z.int(),
  stops: z.array(z.object({ kind: z.enum(STOPPED_KINDS), count: z.int() })),
  /** Refunded to the member or the estate by the rules of a cancellation. */
  refund_pence: z.int(),
  against: z.nullable(z.string()),
})
export type StopPreview = z.infer<typeof StopPreviewSchema>

/**
 * `restart` are places in the list of what was stopped. What the reader does not see starts again
 * without being asked for.
 */
export const RevocationSchema = z.object({
  reason: requiredText(300),
  restart: z.array(z.int()).check(z.maxLength(500)),
})
export type Revocation = z.infer<typeof RevocationSchema>

const ContactStopSchema = z.object({
  id: z.int(),
  kind: z.enum(CONTACT_STOP_KINDS),
  made_by: z.string(),
  at: z.string(),
  told_by: z.string(),
  died_on: z.nullable(z.string()),
  kin: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** `place` in the whole list, of which the reader may see a part. */
  stopped: z.array(
    z.object({
      place: z.int(),
      kind: z.enum(STOPPED_KINDS),
      text: z.string(),
      can_restart: z.boolean(),
    }),
  ),
  revoked: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  /** Whether the reader is a second person, and the act stands. */
  may_revoke: z.boolean(),
})
export type ContactStop = z.infer<typeof ContactStopSchema>

/** The acts of a member, latest first, for those who may not open the whole record too. */
export const ContactStopsSchema = z.object({
  member_id: z.int(),
  name: z.string(),
  date_of_birth: z.string(),
  version: z.int(),
  died_at: z.nullable(z.string()),
  wants_contact: z.enum(WANTED_CONTACTS),
  stops: z.array(ContactStopSchema),
})
export type ContactStops = z.infer<typeof ContactStopsSchema>

/** `standing` are the kinds of acts that nobody has revoked. */
export function whyNotStop(
  kind: ContactStopKind,
  { hasComing, standing }: { hasComing: boolean; standing: readonly ContactStopKind[] },
): OfficeReason | null {
  if (standing.includes('died')) return 'has_died'
  if (standing.includes(kind)) return 'stop_stands'
  return kind === 'no_contact' && hasComing ? 'has_appointment' : null
}

/** A second person revokes; a mistake is not mended by who made it. */
export function whyNotRevoke(stop: {
  madeBy: number
  isRevoked: boolean
  staffId: number
}): OfficeReason | null {
  if (stop.isRevoked) return 'stop_revoked'
  return stop.madeBy === stop.staffId ? 'same_person' : null
}
