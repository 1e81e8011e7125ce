// Months of events, as 'YYYY-MM' in London's calendar.
import * as z from 'zod/mini'
import { addDays, weekday } from '../uk-time.ts'
import { ListQuerySchema } from './contract.ts'
import { EventRowSchema } from './event-schemas.ts'

export const monthText = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))

export const EventMonthSchema = z.object({ month: z.string(), events: z.array(EventRowSchema) })
export type EventMonth = z.infer<typeof EventMonthSchema>

/** What the list of events is narrowed by. `free`: a place is neither taken nor kept back. */
export const EventListQuerySchema = z.extend(ListQuerySchema, {
  host: z.optional(z.string().check(z.maxLength(200))),
  county: z.optional(z.string().check(z.maxLength(200))),
  month: z.optional(monthText),
  free: z.optional(z.literal('yes')),
})
export const EventChoicesSchema = z.object({
  hosts: z.array(z.string()),
  counties: z.array(z.string()),
})
export type EventChoices = z.infer<typeof EventChoicesSchema>

/** The month that is `n` months after, or before with a negative `n`. */
export function addMonths(month: string, n: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + n
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The weeks of a month from Monday to Sunday; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const isIn = (date: string) => date.startsWith(month)
  const weeks: (string | null)[][] = []
  let monday = addDays(first, 1 - weekday(first))
  do {
    const days = Array.from({ length: 7 }, (_, n) => addDays(monday, n))
    weeks.push(days.map((date) => (isIn(date) ? date : null)))
    monday = addDays(monday, 7)
  } while (isIn(monday))
  return weeks
}
