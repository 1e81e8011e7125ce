import { nextTestText } from '../../../domain/office/sms-texts.ts'
import type { PhoneFacts } from '../../../domain/proven-mobile.ts'
import type { SmsDraft } from '../../platform/sms.ts'

export type NextTestMember = PhoneFacts & { firstName: string }

export function nextTestBySms({
  phone,
  resultId,
  publicUrl,
}: {
  phone: string
  resultId: number
  publicUrl: string
}): SmsDraft {
  const text = nextTestText({ publicUrl })
  return { phone, subject: 'Next appointment due', about: `sms-next ${resultId}`, text }
}
