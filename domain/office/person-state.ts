// What every screen of a record says on top of it.
import * as z from 'zod/mini'
import { WANTED_CONTACTS } from '../contact-and-support.ts'

export const PersonStateSchema = z.object({
  /** When it was recorded, ISO 8601. */
  died_at: z.nullable(z.string()),
  wants_contact: z.enum(WANTED_CONTACTS),
  /** Of the appointment or result that the screen is about, or of any that is under way. */
  is_consent_withdrawn: z.boolean(),
  /** Somebody doubts that they understand the test, and no clinician has let it go on. */
  is_capacity_doubted: z.boolean(),
  is_merged: z.boolean(),
  is_erased: z.boolean(),
})
export type PersonState = z.infer<typeof PersonStateSchema>
