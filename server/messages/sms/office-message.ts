import { officeMessageText } from '../../../domain/office/sms-texts.ts'
import type { Sms } from '../../platform/sms.ts'
import { aboutOfficeMessage } from '../mails/leaving.ts'

/** The office's own words to one member, kept in the member's messages once they are sent. */
export function officeMessageBySms({
  memberId,
  phone,
  message,
}: {
  memberId: number
  phone: string
  message: string
}): Sms {
  const about = aboutOfficeMessage(memberId)
  return { phone, subject: 'Message from the office', about, text: officeMessageText(message) }
}
