// A complaint about the use of personal data: acknowledged within 30 days of its receipt, looked
// into without delay, and answered with its outcome (Data (Use and Access) Act 2025, section 103).
import { ACKNOWLEDGE_WITHIN_DAYS } from '../contact.ts'
import { addDays, ukDate } from '../uk-time.ts'

export const COMPLAINT_STEPS = ['acknowledgement', 'outcome'] as const

type ComplaintTimes = {
  receivedAt: Date
  acknowledgedAt: Date | null
  outcomeAt: Date | null
}

/** Whoever complained gets the outcome by then, or reads how far it is. */
const INFORM_WITHIN_DAYS = 30

/** What a complaint needs next, and by which London day ('YYYY-MM-DD'). */
export function complaintNeeds({ receivedAt, acknowledgedAt, outcomeAt }: ComplaintTimes) {
  if (outcomeAt !== null) return null
  if (acknowledgedAt !== null)
    return { step: 'outcome', by: addDays(ukDate(acknowledgedAt), INFORM_WITHIN_DAYS) } as const
  const by = addDays(ukDate(receivedAt), ACKNOWLEDGE_WITHIN_DAYS)
  return { step: 'acknowledgement', by } as const
}
