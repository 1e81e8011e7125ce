import { pounds } from '../../../domain/money.ts'
import { type PaymentSource, refundTarget } from '../../../domain/payment-source.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** What all mails of refunds need. */
type Refunded = {
  member: { firstName: string; email: string | null }
  pence: number
  /** What the payment came from; a card when missing. */
  source?: PaymentSource
}

function paidWithAccount(source: PaymentSource = 'card'): string {
  return source === 'paypal' ? 'the PayPal account' : 'the card'
}

/** To the member, of a refund that the office has made. */
export function refundByHand({
  member,
  pence,
  source,
  byHand = false,
  arrivesBy,
}: Refunded & {
  /** Paid back by the office itself, as it was taken at the venue. */
  byHand?: boolean
  /** London date. */
  arrivesBy: string
}) {
  const how = byHand
    ? `We are refunding ${pounds(pence)} that you paid at the venue.`
    : `We are refunding ${pounds(pence)} to ${paidWithAccount(source)} you paid with. It will arrive by ${dayInWords(arrivesBy)}. You do not need to do anything.`
  return letter({
    to: member.email,
    subject: 'Your CHAPS refund',
    parts: [greeting(member.firstName), how, closing],
  })
}

/** To the member, once a person has paid back by hand. */
export function refundPaidByHand({
  member,
  pence,
  how,
}: Refunded & {
  how: 'cash' | 'bank transfer' | 'another way'
}) {
  const way = {
    cash: 'in cash',
    'bank transfer': 'by bank transfer',
    'another way': 'in another way',
  }[how]
  return letter({
    to: member.email,
    subject: 'Your CHAPS refund',
    parts: [
      greeting(member.firstName),
      `We have refunded ${pounds(pence)} to you ${way}.`,
      closing,
    ],
  })
}

/** To the member, when the provider refused a refund that was announced. */
export function refundFailed({ member, pence, source }: Refunded) {
  return letter({
    to: member.email,
    subject: 'Your CHAPS refund is delayed',
    parts: [
      greeting(member.firstName),
      `We told you that we would refund ${pounds(pence)} to ${refundTarget(source)}. Our card payment provider could not make that refund, so the money has not reached you yet. We are sorry.`,
      'Our office will refund it another way, and will contact you if it needs anything from you. We will email you when it is done.',
      closing,
    ],
  })
}

/** To the member, when the bank took a payment back before a refund that was announced was sent. */
export function refundReversed({
  member,
  pence,
  source,
  reversedPence,
}: Refunded & {
  /** What the bank took back. */
  reversedPence: number
}) {
  return letter({
    to: member.email,
    subject: 'Your CHAPS refund will not be sent',
    parts: [
      greeting(member.firstName),
      `We told you that we would refund ${pounds(pence)} to ${refundTarget(source)}. Before it was sent, ${source === 'paypal' ? 'PayPal' : 'your bank'} took ${pounds(reversedPence)} of that payment back for you, so we will not send the refund as well.`,
      `If the money has not reached you, please ask ${source === 'paypal' ? 'PayPal' : 'your bank'} first, and then contact us.`,
      closing,
    ],
  })
}

/** To the member, when a refund that had failed before has been made after all. */
export function refundMade({ member, pence, source }: Refunded) {
  return letter({
    to: member.email,
    subject: 'Your CHAPS refund has been made',
    parts: [
      greeting(member.firstName),
      `The refund that was delayed has now been made. ${pounds(pence)} is going back to ${paidWithAccount(source)} you paid with. ${source === 'paypal' ? 'It' : 'Your bank'} may take a few days to show it.`,
      closing,
    ],
  })
}
