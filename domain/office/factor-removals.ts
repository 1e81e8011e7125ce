// A colleague who lost phone and recovery codes: another admin asks to take the second factor away, all
// admins and the colleague get an email, and it goes after a day in which any admin can stop it.
import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'

/** When a removal that was asked for at this moment is carried out. */
export function removalDueAt(askedAt: Date): Date {
  return new Date(askedAt.getTime() + DAY_MS)
}

export const FactorRemovalSchema = z.object({
  asked_by: z.string(),
  asked_at: z.string(),
  due_at: z.string(),
  reason: z.string(),
})
