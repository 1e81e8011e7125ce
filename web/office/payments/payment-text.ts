import { pounds } from '../../../domain/money.ts'
import type { OwedOutcome } from '../../../domain/office/owed-refunds.ts'
import type { ListedPayment, OfficePayment } from '../../../domain/office/payment-schemas.ts'
import type { PaymentState } from '../../../domain/payment-states.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { penceOf } from '../parts/pence-of.ts'

type Tone = 'good' | 'none' | 'warn' | 'bad'

const STATES: Record<PaymentState, { tone: Tone; next: string | null }> = {
  created: {
    tone: 'none',
    next: 'No money has been taken. The member can pay until the place is released.',
  },
  approved: {
    tone: 'none',
    next: 'The site checks with PayPal every few minutes. No money has been taken.',
  },
  capturing: {
    tone: 'warn',
    next: 'The site keeps checking with PayPal until it knows if the money was taken. If this lasts more than a day, check the order in PayPal.',
  },
  'pending review': {
    tone: 'warn',
    next: 'PayPal is checking the payment, which can take a day. The member’s place is held.',
  },
  paid: {
    tone: 'warn',
    next: 'The site will book or refund it automatically. If it is still here after an hour, call the member.',
  },
  finalised: { tone: 'good', next: null },
  declined: {
    tone: 'none',
    next: 'No money was taken. The member can try another card.',
  },
  expired: { tone: 'none', next: 'Nothing was taken.' },
  refunded: { tone: 'none', next: null },
  'refund failed': {
    tone: 'bad',
    next: 'PayPal refused the refund. Check the payment in PayPal.',
  },
}

export function paymentTone(state: PaymentState): Tone {
  return STATES[state].tone
}

/** What the site or the office does next; null when nothing is open. */
export function nextStepText({
  state,
  refund_problem: problem,
}: Pick<ListedPayment, 'state' | 'refund_problem'>): string | null {
  return problem === null ? STATES[state].next : REFUND_PROBLEMS[problem]
}

const REFUND_PROBLEMS: Record<NonNullable<ListedPayment['refund_problem']>, string> = {
  failed: 'PayPal refused a refund. Try again, or refund it another way: see Refunds.',
  late: 'A refund has been waiting for a day. The site is still trying. Check the payment in PayPal: the account may not have enough money.',
  'by hand': 'It must be refunded by hand: see Refunds.',
  disputed:
    'The member or their bank disputes it. It will not be refunded automatically. Answer the dispute at PayPal. See Disputes.',
  'waits for a second person': 'A refund is waiting for another treasurer to approve it.',
}

export type Refund = OfficePayment['refunds'][number]
export type RefundRequest = OfficePayment['requests'][number]

const REFUND_STATES: Record<Refund['state'], string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent to PayPal',
  done: 'Done',
  failed: 'Failed',
}

export function refundStateText(
  refund: Pick<Refund, 'state' | 'reason' | 'attempts' | 'by_hand_note'>,
): string {
  const { state, reason, attempts, by_hand_note: note } = refund
  if (reason === 'taking undone') return `The entry was undone: ${note ?? ''}`
  if (note !== null) return `Refunded another way: ${note}`
  if (reason === 'at the provider') return 'Shown in PayPal'
  const text = REFUND_STATES[state]
  return attempts > 1 ? `${text}, ${attempts} attempts` : text
}

/** What the provider's refusal means for the next step. */
export function refundProblemText({ problem }: Pick<Refund, 'problem'>): string {
  if (problem === 'REFUND_TIME_LIMIT_EXCEEDED')
    return 'PayPal can refund a card for 180 days only. Refund it another way, for example by bank transfer, and record it here.'
  if (problem === 'CAPTURE_FULLY_REFUNDED' || problem === 'REFUND_AMOUNT_EXCEEDED')
    return 'PayPal says there is less left to refund. Check the payment in PayPal first, because somebody may have refunded it there.'
  const reported = problem === null ? '' : ` PayPal said: ${problem}.`
  return `Check the payment in PayPal. Then try again, or refund it another way and record it here.${reported}`
}

/** Of the form for a refund; `mayExceed` the policy's sum. */
export function refundErrors(
  typed: { amount: string; reason: string },
  { left_pence: left, policy_pence: policy }: Pick<OfficePayment, 'left_pence' | 'policy_pence'>,
  mayExceed: boolean,
): FieldError[] {
  const errors: FieldError[] = []
  const pence = penceOf(typed.amount)
  const need = (field: string, message: string) => errors.push({ field, message })
  if (!pence) need('amount', 'Enter an amount in pounds, for example 12.50.')
  else if (pence > left)
    need('amount', `There is only ${pounds(left)} left to refund on this payment.`)
  else if (pence > policy && !mayExceed)
    need('amount', `The policy allows ${pounds(policy)}. Only the treasurer can refund more.`)
  if (typed.reason === '') need('reason', 'Say why you are refunding it.')
  return errors
}

export type Owed = OfficePayment['owed'][number]

const OWED_BECAUSE: Record<Owed['because'], string> = {
  'taken at the venue': 'It was taken at the venue, so no refund to a card is possible.',
  disputed: 'The payment was disputed when the appointment was cancelled, so a person decides.',
  'failed before':
    'An earlier refund to the card failed. Try that one again, or refund it another way.',
}

/** Why a person has to pay it back. */
export function owedBecauseText({ because }: Pick<Owed, 'because'>): string {
  return OWED_BECAUSE[because]
}

const OUTCOMES: Record<OwedOutcome, string> = {
  cash: 'Refunded in cash',
  'bank transfer': 'Refunded by bank transfer',
  card: 'Refund it to the card now',
  declined: 'The member does not want it back',
  'not owed': 'Not owed: PayPal has taken the money or decided',
}

export function owedOutcomeText(outcome: OwedOutcome): string {
  return OUTCOMES[outcome]
}

const DISPUTES: Record<OfficePayment['dispute'], string | null> = {
  none: null,
  open: 'Disputed, not decided yet',
  won: 'Disputed, decided for the charity',
  lost: 'Disputed, decided for the payer',
  reversed: 'Reversed by PayPal',
}

/** Null without a dispute. */
export function disputeText({ dispute }: Pick<OfficePayment, 'dispute'>): string | null {
  return DISPUTES[dispute]
}
