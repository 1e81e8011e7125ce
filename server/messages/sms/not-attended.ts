import { notAttendedText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** To a member who did not attend. */
export function notAttendedBySms({
  phone,
  reference,
  ...words
}: { phone: string; reference: string } & Parameters<typeof notAttendedText>[0]): SmsDraft {
  const text = notAttendedText(words)
  return { phone, subject: 'Missed appointment', about: `missed ${reference}`, text }
}
