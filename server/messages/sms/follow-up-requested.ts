import { followUpAskedText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** A link to one question. Says nothing of why it is asked. */
export function followUpAskedBySms({
  phone,
  resultId,
  link,
}: {
  phone: string
  resultId: number
  link: string
}): SmsDraft {
  const text = followUpAskedText({ link })
  return { phone, subject: 'One question', about: `follow-up ${resultId}`, text }
}
