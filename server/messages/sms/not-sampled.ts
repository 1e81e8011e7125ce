import { notSampledText } from '../../../domain/office/sms-texts.ts'
import type { Sms } from '../../platform/sms.ts'

/** To a member of whom no sample could be taken. */
export function notSampledBySms({
  phone,
  reference,
  ...words
}: { phone: string; reference: string } & Parameters<typeof notSampledText>[0]): Sms {
  const text = notSampledText(words)
  return { phone, subject: 'Another appointment offered', about: `try-again ${reference}`, text }
}
