import { accountConnectedText } from '../../../domain/office/sms-texts.ts'
import type { Sms } from '../../platform/sms.ts'

export function accountConnectedBySms({
  phone,
  memberId,
}: {
  phone: string
  memberId: number
}): Sms {
  const about = `sms-connected ${memberId}`
  return { phone, subject: 'An account was connected', about, text: accountConnectedText() }
}
