import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { aboutOfficeMessage } from './leaving.ts'
import { letter } from './letter.ts'

/** A receipt that the office sends a member, as facts and as the attached `pdf`. */
export function receiptSent({
  memberId,
  to,
  firstName,
  lines,
  pdf,
}: {
  memberId: number
  to: string
  firstName: string
  lines: readonly (readonly [string, string])[]
  pdf: { name: string; base64: string }
}) {
  return {
    ...letter({
      to,
      subject: 'Your receipt from CHAPS',
      parts: [
        greeting(firstName),
        'Here is the receipt for your payment. We have also attached it as a PDF.',
        { facts: lines },
        closing,
      ],
    }),
    pdf,
    about: aboutOfficeMessage(memberId),
  }
}
