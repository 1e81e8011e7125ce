import { notSampledText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** To a member of whom no sample could be taken. */
export function notSampledBySms({
  phone,
  reference,
  ...words
}: { phone: string; reference: string } & Parameters<typeof notSampledText>[0]): SmsDraft {
  const text = notSampledText(words)
  return { phone, subject: 'Another appointment offered', about: `try-again ${reference}`, text }
}
