import { changeCutOff } from '../../domain/booking.ts'
import { pounds } from '../../domain/money.ts'
import { refundArrivesBy, refundCutOff, refundOf } from '../../domain/refunds.ts'
import { lastDayToCancel } from '../../domain/right-to-cancel.ts'
import { dateParts, dayInWords, momentInWords, ukDate, ukInstant } from '../../domain/uk-time.ts'

// A weekend and a bank holiday, Monday 3 May 2027, are before the appointment. The fee is a sample.
const PAID_AT = ukInstant('2027-04-01', '20:00')
const BY_RIGHT = ukInstant('2027-04-15', '18:00')
const STARTS_AT = ukInstant('2027-05-04', '10:20')
const EARLY = ukInstant('2027-04-28', '18:00')
const LATE = ukInstant('2027-04-30', '09:00')
const CAPTURED_PENCE = 2500
const FEE_PENCE = 103

export function refundExample() {
  const noticeDay = ukDate(refundCutOff(STARTS_AT))
  const paid = { startsAt: STARTS_AT, paidAt: PAID_AT }
  const caseAt = (now: Date) => {
    const back = refundOf({ ...paid, capturedPence: CAPTURED_PENCE, feePence: FEE_PENCE, now })
    const by = back > 0 ? dayInWords(refundArrivesBy(now, paid)) : null
    return { when: momentInWords(now), back: pounds(back), by }
  }
  return {
    startsAt: momentInWords(STARTS_AT),
    price: pounds(CAPTURED_PENCE),
    fee: pounds(FEE_PENCE),
    noticeDay: `${dateParts(noticeDay).weekday} ${dayInWords(noticeDay)}`,
    refundUntil: momentInWords(refundCutOff(STARTS_AT)),
    changeUntil: momentInWords(changeCutOff(STARTS_AT)),
    paidOn: dayInWords(ukDate(PAID_AT)),
    fullUntil: dayInWords(lastDayToCancel(PAID_AT)),
    cases: [BY_RIGHT, EARLY, LATE].map(caseAt),
  }
}
