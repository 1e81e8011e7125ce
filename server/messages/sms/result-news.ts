import { resultNewsText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** Without content: that there is news, and where it is read. */
export function resultNewsBySms({
  phone,
  resultId,
  publicUrl,
  byLetter,
}: {
  phone: string
  resultId: number
  publicUrl: string
  byLetter: boolean
}): SmsDraft {
  const text = resultNewsText({ publicUrl, byLetter })
  return { phone, subject: 'News for the member', about: `sms-news ${resultId}`, text }
}
