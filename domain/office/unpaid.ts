// What members still owe for their appointments, and reminders with a payment link.
import * as z from 'zod/mini'
import { type MoneyRecords, moneyOf, toAskPence } from '../money-of.ts'
import { LINK_WAYS, type LinkWay } from './payment-links.ts'

/** Of events that have not ended, and of those that ended in the last 12 months. */
export const UNPAID_TABS = ['coming', 'past'] as const
export type UnpaidTab = (typeof UNPAID_TABS)[number]
export const UNPAID_DAYS = 365

/** One person sends so many payment links in an hour. */
export const MOST_REMINDED = 15

/** London date and time, sums in pence. `paid` is a part of the price. */
export const UnpaidSchema = z.object({
  appointment_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
  reference: z.string(),
  price: z.int(),
  paid: z.int(),
  owed: z.int(),
  /** The price is to be paid on the day, not by a link. */
  pays_at_venue: z.boolean(),
  reminded_at: z.nullable(z.string()),
  /** How a payment link would be sent; null where none can be. */
  reminder: z.nullable(z.enum(LINK_WAYS)),
})
export type Unpaid = z.infer<typeof UnpaidSchema>

/** `hosts`: invoices that hosts have not paid, whatever the search. */
export const UnpaidTotalsSchema = z.object({
  coming: z.int(),
  past: z.int(),
  hosts: z.object({ count: z.int(), pence: z.int() }),
})
export type UnpaidTotals = z.infer<typeof UnpaidTotalsSchema>

export const RemindersSchema = z.object({
  appointment_ids: z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_REMINDED)),
})
/** `to_call`: nothing reaches them but a call; `reason` is the sentence why no link was sent. */
export const RemindedSchema = z.object({
  sent: z.array(z.object({ appointment_id: z.int(), to: z.string() })),
  to_call: z.array(z.object({ appointment_id: z.int(), name: z.string() })),
  not_sent: z.array(z.object({ appointment_id: z.int(), name: z.string(), reason: z.string() })),
})
export type Reminded = z.infer<typeof RemindedSchema>

/** In pence: what may be asked for, by moneyOf. */
export function askablePence(records: MoneyRecords): number {
  return toAskPence(moneyOf(records))
}

/** The way by which a member gets a payment link: as they want to be contacted, or else by email first. */
export function reminderWay({
  email,
  mobile,
  contactBy,
  sendsSms,
}: {
  email: string | null
  mobile: string | null
  contactBy: string
  sendsSms: boolean
}): LinkWay | null {
  const canText = mobile !== null && sendsSms
  if (contactBy === 'sms' && canText) return 'sms'
  if (email !== null) return 'mail'
  return canText ? 'sms' : null
}
