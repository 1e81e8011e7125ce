import { numberCodeText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'
import { NUMBER_CODE } from '../mails/leaving.ts'

type NumberCodeSms = { phone: string; code: string; memberId: number }

export function numberCode({ phone, code, memberId }: NumberCodeSms): SmsDraft {
  const about = `${NUMBER_CODE} ${memberId}`
  return { phone, subject: 'Code for your number', about, text: numberCodeText({ code }) }
}
