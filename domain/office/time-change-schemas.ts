import * as z from 'zod/mini'
import { ArrivedSchema } from './bulk-actions.ts'
import { DoubtSchema, SlotPlanOfDaySchema } from './event-schemas.ts'
import { FREE_CANCELLATIONS, TIME_CHOICES } from './time-change.ts'

const requestFields = z.extend(SlotPlanOfDaySchema, {
  /** Of the event, as the form showed it. */
  version: z.int(),
  times: z.enum(TIME_CHOICES),
  free_cancellation: z.enum(FREE_CANCELLATIONS),
})

/** `shown` is that of the dry run, so that nothing else than what was shown is done. */
export const TimeChangeSchema = z.discriminatedUnion('dry_run', [
  z.extend(requestFields, { dry_run: z.literal(true) }),
  z.extend(requestFields, {
    dry_run: z.literal(false),
    shown: z.string().check(z.maxLength(64)),
    message: z.optional(z.string().check(z.trim(), z.maxLength(2_000))),
  }),
])
type TimeChange = z.infer<typeof TimeChangeSchema>

/** A change of time that waits until it may be carried out. */
export type TimeChangeRequest = Omit<Extract<TimeChange, { dry_run: false }>, 'dry_run'>

/** London dates and times. */
export const TimeChangePreviewSchema = z.object({
  appointments: z.int(),
  /** Of them those that get another time, and a mail. */
  moved: z.int(),
  waiting: z.int(),
  /** People whose place is held by name and not booked yet. */
  invited: z.int(),
  without_email: z.int(),
  /** Who has come keeps the old time. */
  arrived: z.array(ArrivedSchema),
  places: z.int(),
  /** What of the new time may be a slip of the pen. */
  doubts: z.array(DoubtSchema),
  /** Appointments whose time has no place any more, with the nearest free one. */
  nearest: z.array(
    z.object({
      appointment_id: z.int(),
      member_id: z.int(),
      name: z.string(),
      from_date: z.string(),
      from_time: z.string(),
      to_date: z.string(),
      to_time: z.string(),
    }),
  ),
  shown: z.string(),
})
export type TimeChangePreview = z.infer<typeof TimeChangePreviewSchema>
