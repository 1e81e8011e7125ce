import * as z from 'zod/mini'
import { CONTACT_WAYS, SUPPORT_NEEDS } from './contact-and-support.ts'
import { CONTACT_FIELDS } from './member-fields.ts'

/** How to reach a member, and what helps them. */
export const ContactChoicesSchema = z.object({
  contact_by: z.enum(CONTACT_WAYS),
  support_needs: z.array(z.enum(SUPPORT_NEEDS)).check(z.maxLength(SUPPORT_NEEDS.length)),
  support_note: z.nullable(
    z.string().check(z.trim(), z.maxLength(CONTACT_FIELDS.support_note.max)),
  ),
})
export type ContactChoices = z.infer<typeof ContactChoicesSchema>
