import { accountConnectedText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

export function accountConnectedBySms({
  phone,
  memberId,
}: {
  phone: string
  memberId: number
}): SmsDraft {
  const about = `sms-connected ${memberId}`
  return { phone, subject: 'An account was connected', about, text: accountConnectedText() }
}
