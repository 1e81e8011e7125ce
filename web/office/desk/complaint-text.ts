import type { OfficeMessage } from '../../../domain/office/desk-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'

/** What a complaint about personal data needs next. */
export function complaintText({ step, by }: NonNullable<OfficeMessage['complaint']>): string {
  if (step === null || by === null) return 'Complaint: the outcome has been told'
  return step === 'acknowledgement'
    ? `Complaint: acknowledge it by ${dayInWords(by)}`
    : `Complaint: look into it without delay, and tell the outcome or how far you are by ${dayInWords(by)}`
}
