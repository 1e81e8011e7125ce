import { runningLateText } from '../../../domain/office/sms-texts.ts'
import type { Sms } from '../../platform/sms.ts'

/** The day of the appointment runs late. */
export function runningLateSms({
  phone,
  reference,
  ...words
}: { phone: string; reference: string } & Parameters<typeof runningLateText>[0]): Sms {
  const text = runningLateText(words)
  return { phone, subject: 'Running late', about: `sms-late ${reference}`, text }
}
