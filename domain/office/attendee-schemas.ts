import * as z from 'zod/mini'
import { SUPPORT_NEEDS } from '../contact-and-support.ts'
import { ATTENDANCE_STATES } from './attendance-states.ts'
import { ToldSchema } from './told.ts'

/** `to_call` is of the booked and the cancelled, the last five of the booked; without an NHS number only where the laboratory needs it. */
export const ATTENDEE_TABS = [
  'booked',
  'waiting',
  'cancelled',
  'to_call',
  'without_consent',
  'without_nhs_number',
  'needs_support',
  'without_email',
  'to_pay',
] as const
export type AttendeeTab = (typeof ATTENDEE_TABS)[number]

/** Times in London, sums in pence; what an appointment has is null on the tab `waiting`. */
export const AttendeeSchema = z.object({
  member_id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  support_needs: z.array(z.enum(SUPPORT_NEEDS)),
  support_note: z.nullable(z.string()),
  /** What a booked member still has to give: the tabs of these names. */
  lacks: z.array(z.enum(['consent', 'nhs_number'])),
  appointment_id: z.nullable(z.int()),
  wait_id: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  date: z.nullable(z.string()),
  time: z.nullable(z.string()),
  /** Of the appointment: whether its time has ended, and what was recorded on the day. */
  is_over: z.boolean(),
  attendance: z.nullable(z.enum(ATTENDANCE_STATES)),
  payment_status: z.nullable(z.string()),
  price: z.nullable(z.int()),
  /** Still to pay. */
  due: z.nullable(z.int()),
  /** Waived because an earlier sample of the member gave no number. */
  free_repeat: z.boolean(),
  paid: z.nullable(z.int()),
  refund: z.nullable(z.object({ amount: z.int(), state: z.string() })),
  /** Paid, refunded and still to pay in one sentence; null while nothing was paid. */
  money: z.nullable(z.string()),
  told: ToldSchema,
  waiting_since: z.nullable(z.string()),
  /** Of somebody on the waiting list who has been offered a place. */
  offered_until: z.nullable(z.string()),
})
export type Attendee = z.infer<typeof AttendeeSchema>

/** What the list of attendees can be in the order of, besides time. */
export const ATTENDEE_SORTS = ['time', 'name', 'paid'] as const
export type AttendeeSort = (typeof ATTENDEE_SORTS)[number]

/** How many of the booked still have to pay, and how much in pence. */
export const AttendeeTotalsSchema = z.object({
  to_pay: z.object({ count: z.int(), pence: z.int() }),
})

/** Of the list for the door. */
export const PrintedRowSchema = z.object({
  appointment_id: z.int(),
  reference: z.string(),
  date: z.string(),
  time: z.string(),
  name: z.string(),
  date_of_birth: z.string(),
  /** Pence to take at the door. */
  to_pay: z.int(),
  support_needs: z.array(z.enum(SUPPORT_NEEDS)),
  support_note: z.nullable(z.string()),
})

export const WaitingRowSchema = z.object({
  wait_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  joined_at: z.string(),
  status: z.enum(['waiting', 'offered']),
  offered_until: z.nullable(z.string()),
})
export type WaitingRow = z.infer<typeof WaitingRowSchema>
