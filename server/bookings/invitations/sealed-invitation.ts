import * as z from 'zod/mini'
import { sealedById } from '../../platform/keys/sealed-json.ts'

/** Who is invited; `mobile` as it was typed. */
const InvitedSchema = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  /** Who asked us to hold the place; absent when the office did. */
  begun_by: z.optional(z.object({ name: z.string(), email: z.string() })),
})
export type Invited = z.infer<typeof InvitedSchema>

export const {
  placeOf: placeOfInvitation,
  seal: sealInvited,
  open: openInvited,
} = sealedById(InvitedSchema, 'invitations|sealed')
