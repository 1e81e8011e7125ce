import * as z from 'zod/mini'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { sealedById } from '../../platform/keys/sealed-json.ts'
import type { InvitationRow } from './invitations.queries.ts'

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

/**
 * As openInvited, for a message. Without addresses where the place was begun for somebody who is not to be
 * told of it: they got no link, so nothing that follows may reach them either.
 */
export function openToTell(
  keys: FieldKeys,
  row: Pick<InvitationRow, 'invitedBy' | 'sentAt' | 'sealId' | 'sealed'>,
): Invited {
  const person = openInvited(keys, row)
  const isSilent = row.invitedBy === null && row.sentAt === null
  return isSilent ? { ...person, email: null, mobile: null } : person
}
