import { changeCutOff } from '../../domain/booking.ts'
import { pounds } from '../../domain/money.ts'
import { refundArrivesBy, refundCutOff, refundOf } from '../../domain/refunds.ts'
import { dateParts, dayInWords, momentInWords, ukDate, ukInstant } from '../../domain/uk-time.ts'

// A weekend and a bank holiday, Monday 3 May 2027, are before the appointment. The fee is a sample.
const STARTS_AT = ukInstant('2027-05-04', '10:20')
const EARLY = ukInstant('2027-04-28', '18:00')
const LATE = ukInstant('2027-04-30', '09:00')
const CAPTURED_PENCE = 2500
const FEE_PENCE = 103

export function refundExample() {
  const noticeDay = ukDate(refundCutOff(STARTS_AT))
  const of = (now: Date) =>
    refundOf({ capturedPence: CAPTURED_PENCE, feePence: FEE_PENCE, startsAt: STARTS_AT, now })
  return {
    startsAt: momentInWords(STARTS_AT),
    price: pounds(CAPTURED_PENCE),
    fee: pounds(FEE_PENCE),
    noticeDay: `${dateParts(noticeDay).weekday} ${dayInWords(noticeDay)}`,
    refundUntil: momentInWords(refundCutOff(STARTS_AT)),
    changeUntil: momentInWords(changeCutOff(STARTS_AT)),
    cases: [
      {
        when: momentInWords(EARLY),
        back: pounds(of(EARLY)),
        by: dayInWords(refundArrivesBy(EARLY)),
      },
      { when: momentInWords(LATE), back: pounds(of(LATE)), by: null },
    ],
  }
}
