import { ON_TIME } from '../../../domain/office/running-late.ts'
import { lateText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** The day of the appointment runs late, or on time again. */
export function runningLateSms({
  phone,
  reference,
  ...words
}: { phone: string; reference: string } & Parameters<typeof lateText>[0]): SmsDraft {
  const text = lateText(words)
  const subject = words.minutes === ON_TIME ? 'On time again' : 'Running late'
  return { phone, subject, about: `sms-late ${reference}`, text }
}
