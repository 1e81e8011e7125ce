import { pounds } from '../../domain/money.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To the member, of a refund that the office has made. */
export function refundByHand({
  member,
  pence,
  byHand = false,
  arrivesBy,
}: {
  member: { firstName: string; email: string | null }
  pence: number
  /** Paid back by the office itself, as it was taken at the venue. */
  byHand?: boolean
  /** London date. */
  arrivesBy: string
}) {
  const how = byHand
    ? `We give you ${pounds(pence)} back that you paid at the venue.`
    : `Our office refunds ${pounds(pence)} to the card that you paid with. It arrives by ${dayInWords(arrivesBy)}. You do not need to do anything.`
  return letter({
    to: member.email,
    subject: 'Your CHAPS refund',
    parts: [`Dear ${member.firstName},`, how, closing],
  })
}
