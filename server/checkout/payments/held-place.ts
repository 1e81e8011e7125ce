import type { PaymentRow } from '../../money/ledger/payment-row.queries.ts'

/** The place of the payment's slot, held until `until`: for the statements of holds. */
export function placeOf({ eventId, memberId, slotStartsAt }: PaymentRow, now: Date, until: Date) {
  return { eventId, memberId, startsAt: slotStartsAt, until, now }
}
