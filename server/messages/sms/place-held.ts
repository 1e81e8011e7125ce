import { aboutInvitation } from '../../../domain/office/invitations.ts'
import { placeHeldText, placeNoLongerHeldText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** The link by which somebody books the place that is held for them. */
export function placeHeldBySms({
  phone,
  id,
  ...held
}: { phone: string; id: number } & Parameters<typeof placeHeldText>[0]): SmsDraft {
  const text = placeHeldText(held)
  return { phone, subject: 'Place held', about: aboutInvitation(id), text }
}

export function placeNoLongerHeldBySms({
  phone,
  id,
  ...held
}: { phone: string; id: number } & Parameters<typeof placeNoLongerHeldText>[0]): SmsDraft {
  const text = placeNoLongerHeldText(held)
  return { phone, subject: 'Place no longer held', about: aboutInvitation(id), text }
}
