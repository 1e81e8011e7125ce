import { claimWaitsText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

export function claimWaitsBySms({
  phone,
  memberId,
  link,
}: {
  phone: string
  memberId: number
  link: string
}): SmsDraft {
  const about = `sms-claim ${memberId}`
  return { phone, subject: 'An account claims a record', about, text: claimWaitsText({ link }) }
}
