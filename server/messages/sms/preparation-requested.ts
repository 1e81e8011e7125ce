import { preparationAskedText } from '../../../domain/office/sms-texts.ts'
import type { SmsDraft } from '../../platform/sms.ts'

/** A link to the questions before an appointment. */
export function preparationAskedBySms({
  phone,
  reference,
  ...asked
}: { phone: string; reference: string } & Parameters<typeof preparationAskedText>[0]): SmsDraft {
  const text = preparationAskedText(asked)
  return {
    phone,
    subject: 'Questions before an appointment',
    about: `preparation ${reference}`,
    text,
  }
}
