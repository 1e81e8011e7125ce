import type { ReactNode } from 'react'
import { isRefundable, refundCutOff } from '../../domain/refunds.ts'
import type { Slot } from '../../domain/slots.ts'
import { momentInWords } from '../../domain/uk-time.ts'

export default function RefundExample({ slot, now }: { slot: Slot | null; now: Date }): ReactNode {
  if (!slot) {
    return 'For an appointment at 10:20 on a Tuesday, that means before 10:20 on the Friday before: weekends and bank holidays do not count.'
  }
  if (!isRefundable(slot.startsAt, now)) {
    return 'Your time is nearer than that: weekends and bank holidays do not count.'
  }
  return (
    <>
      For your time, that means before <b>{momentInWords(refundCutOff(slot.startsAt))}</b>: weekends
      and bank holidays do not count.
    </>
  )
}
