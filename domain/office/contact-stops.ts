// A member has died, or wants less contact: what stops, and by whom it is revoked.
import * as z from 'zod/mini'
import type { WantedContact } from '../contact-and-support.ts'
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
export const STOPPED_KINDS = [
  'appointment',
  'place held',
  'waiting list',
  'message not sent',
  'letter',
  'notice of a result',
  'care loop',
  'recall',
  'link',
  'near alert',
  'newsletter',
] as const
export type StoppedKind = (typeof STOPPED_KINDS)[number]

/** What can be started again when the act is revoked; the rest is named, and done anew by hand. */
const RESTARTED: readonly StoppedKind[] = ['letter', 'notice of a result', 'care loop', 'recall']

export function canRestart(kind: StoppedKind): boolean {
  return RESTARTED.includes(kind)
}

/** `id` is of the row of its kind; `text` names it, without anything of a result. */
export const StoppedItemSchema = z.object({
  kind: z.enum(STOPPED_KINDS),
  id: z.nullable(z.int()),
  text: z.string(),
})
export type StoppedItem = z.infer<typeof StoppedItemSchema>

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** `told_by`: who told the charity, and how; `kin`: whom the charity may speak to. */
export const StopDetailsSchema = z.object({
  told_by: requiredText(200),
  died_on: z.optional(z.nullable(z.iso.date())),
  kin: z.optional(z.nullable(text(300))),
  note: z.optional(z.nullable(text(500))),
})
export type StopDetails = z.infer<typeof StopDetailsSchema>

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
  /** Results that go to the clinicians' list; only a clinician learns how many. */
  against: z.nullable(z.string()),
})
export type StopPreview = z.infer<typeof StopPreviewSchema>

export const RevocationSchema = z.object({
  reason: requiredText(300),
  /** Places in the list of what was stopped. */
  restart: z.array(z.int()).check(z.maxLength(500)),
})
export type Revocation = z.infer<typeof RevocationSchema>

export const ContactStopSchema = z.object({
  id: z.int(),
  kind: z.enum(CONTACT_STOP_KINDS),
  made_by: z.string(),
  at: z.string(),
  told_by: z.string(),
  died_on: z.nullable(z.string()),
  kin: z.nullable(z.string()),
  note: z.nullable(z.string()),
  stopped: z.array(z.extend(StoppedItemSchema, { can_restart: z.boolean() })),
  revoked: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
  /** Whether the reader is a second person, and the act stands. */
  may_revoke: z.boolean(),
})
export type ContactStop = z.infer<typeof ContactStopSchema>

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
