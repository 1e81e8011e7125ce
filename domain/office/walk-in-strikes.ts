// Striking out what one person registered at the door: walk-ins that were invented, or registered by mistake.
import * as z from 'zod/mini'
import { ROLES } from './permissions.ts'

const instant = z.iso.datetime()

/** What shows that somebody was there, or that more than a place depends on it: such a walk-in stays. */
export const STAYS_BECAUSE = ['sample', 'payment', 'result', 'account'] as const
export type StaysBecause = (typeof STAYS_BECAUSE)[number]

/** At a time; for more it is done again. */
export const MOST_STRUCK = 300

/** The requester can withdraw it, a second person can approve or refuse it, and the helper who registered the walk-ins can do nothing. */
export const STRIKE_PARTS = ['requester', 'second person', 'helper'] as const
export type StrikePart = (typeof STRIKE_PARTS)[number]

/** Of a colleague in a request. Who struck out their own registrations asked for it, too. */
export function partIn(
  strike: { askedBy: number; staffId: number },
  colleague: number,
): StrikePart {
  if (colleague === strike.askedBy) return 'requester'
  return colleague === strike.staffId ? 'helper' : 'second person'
}

/** Names are null for roles that may not read members. */
const StruckWalkInSchema = z.object({
  appointment_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
  name: z.nullable(z.string()),
  registered_at: instant,
  stays_because: z.nullable(z.enum(STAYS_BECAUSE)),
})
type StruckWalkIn = z.infer<typeof StruckWalkInSchema>

/** The counts that were shown; it is refused when they are others by now. */
const StrikeCountsSchema = z.object({ to_strike: z.int(), staying: z.int() })
export type StrikeCounts = z.infer<typeof StrikeCountsSchema>

export const StrikePreviewSchema = z.extend(StrikeCountsSchema, {
  staff_id: z.int(),
  helper: z.string(),
  since: instant,
  walk_ins: z.array(StruckWalkInSchema),
})
export type StrikePreview = z.infer<typeof StrikePreviewSchema>

export const WalkInStrikeSchema = z.extend(StrikePreviewSchema, {
  id: z.int(),
  reason: z.string(),
  requested_by: z.string(),
  requested_at: instant,
  /** By the person who reads it, or about their own registrations. */
  is_own: z.boolean(),
  /** What the reader can do while it waits. */
  part: z.enum(STRIKE_PARTS),
  /** Colleagues who can approve it, and the roles that may. */
  second_people: z.int(),
  second_person_roles: z.array(z.enum(ROLES)),
  approved_by: z.nullable(z.string()),
  state: z.enum(['waiting', 'done', 'withdrawn']),
  /** Null until it is done. */
  struck: z.nullable(z.int()),
})
export type WalkInStrike = z.infer<typeof WalkInStrikeSchema>

const wanted = { staff_id: z.int().check(z.minimum(1)), since: instant }
export const NewStrikeSchema = z.discriminatedUnion('dry_run', [
  z.object({ dry_run: z.literal(true), ...wanted }),
  z.object({
    dry_run: z.literal(false),
    ...wanted,
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
    expected: StrikeCountsSchema,
  }),
])

export const StrikeApprovalSchema = z.object({ expected: StrikeCountsSchema })

/** Who registered walk-ins at an event, with requests to strike them out that nobody has approved. */
export const DoorHelpersSchema = z.object({
  event_name: z.string(),
  date: z.string(),
  helpers: z.array(
    z.object({
      staff_id: z.int(),
      name: z.string(),
      walk_ins: z.int(),
      first_at: instant,
      last_at: instant,
    }),
  ),
  waiting: z.array(
    z.object({ id: z.int(), helper: z.string(), requested_by: z.string(), requested_at: instant }),
  ),
})
export type DoorHelpers = z.infer<typeof DoorHelpersSchema>

export function countsOf(walkIns: readonly Pick<StruckWalkIn, 'stays_because'>[]): StrikeCounts {
  const staying = walkIns.filter((one) => one.stays_because !== null).length
  return { to_strike: walkIns.length - staying, staying }
}
