import { paymentAskedText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** A link by which a member pays for the appointment that staff booked. */
export function paymentAskedBySms({
  phone,
  reference,
  ...asked
}: { phone: string; reference: string } & Parameters<typeof paymentAskedText>[0]): SmsDraft {
  const text = paymentAskedText(asked)
  return { phone, subject: 'Payment link', about: `payment-link ${reference}`, text }
}
