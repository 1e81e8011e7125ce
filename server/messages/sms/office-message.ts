import { officeMessageText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'
import { aboutOfficeMessage } from '../mails/leaving.ts'

/** The office's own words to one member, kept in the member's messages once they are sent. */
export function officeMessageBySms({
  memberId,
  phone,
  message,
  itemId,
}: {
  memberId: number
  phone: string
  message: string
  /** Of a message to a group. */
  itemId?: number
}): SmsDraft {
  const about = aboutOfficeMessage(memberId, itemId)
  return { phone, subject: 'Message from the office', about, text: officeMessageText(message) }
}
