import * as z from 'zod/mini'

export const ATTENDEE_TABS = ['booked', 'waiting', 'cancelled'] as const

/** Times in London, sums in pence; what an appointment has is null on the tab `waiting`. */
export const AttendeeSchema = z.object({
  member_id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  appointment_id: z.nullable(z.int()),
  wait_id: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  date: z.nullable(z.string()),
  time: z.nullable(z.string()),
  payment_status: z.nullable(z.string()),
  price: z.nullable(z.int()),
  paid: z.nullable(z.int()),
  refund: z.nullable(z.object({ amount: z.int(), state: z.string() })),
  waiting_since: z.nullable(z.string()),
})
export type Attendee = z.infer<typeof AttendeeSchema>

export const WaitingRowSchema = z.object({
  wait_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  joined_at: z.string(),
  status: z.enum(['waiting', 'offered']),
  offered_until: z.nullable(z.string()),
})
export type WaitingRow = z.infer<typeof WaitingRowSchema>
