import type { Wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { aboutOfficeMessage } from './leaving.ts'
import { type Draft, letter } from './letter.ts'

/** A receipt that the office sends a member, as facts and as the attached PDF. */
export function receiptSent({
  memberId,
  to,
  firstName,
  lines,
  enclosed,
}: {
  memberId: number
  to: string
  firstName: string
  lines: readonly (readonly [string, Wording])[]
  enclosed: NonNullable<Draft['enclosed']>
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
    enclosed,
    about: aboutOfficeMessage(memberId),
  }
}
