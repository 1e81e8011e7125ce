// Members in the office's API (office.md §9); never an NHS number, a result or a consent answer.
import * as z from 'zod/mini'

/** Date 'YYYY-MM-DD' and time 'HH:mm', London. */
const whenAndWhere = {
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
}

export const MEMBER_TABS = ['all', 'upcoming', 'waiting'] as const

export const ListedMemberSchema = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  date_of_birth: z.string(),
  next_appointment: z.nullable(z.object(whenAndWhere)),
})
export type ListedMember = z.infer<typeof ListedMemberSchema>
