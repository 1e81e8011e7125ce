import { useEffect, useState, useSyncExternalStore } from 'react'
import { pounds } from '../../domain/money.ts'
import type { LinkAttempt, LinkedPayment } from '../../domain/payment-links.ts'
import type { Payment } from '../../domain/payment-schemas.ts'
import { refundTarget } from '../../domain/payment-source.ts'
import { longDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { Day } from '../booking/day-box.tsx'
import { Helpline } from '../events/helpline.tsx'
import { ForOwner } from '../link-owner/for-owner.tsx'
import { reportClientError } from '../report-error.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { billingAddressOf } from './billing-address.ts'
import type { CardFields } from './card-fields.ts'
import styles from './checkout.module.css'
import { createPayment, type PayDeps } from './pay.ts'
import { PayForm } from './pay-form.tsx'
import { Waiting } from './pay-status.tsx'
import { paymentTitle } from './payment-text.ts'
import { TestPayments } from './test-payments.tsx'

type Screen = { cards: CardFields; linkKey: string; linked: LinkedPayment | null }

/** Null when there is no such link; other errors are thrown. */
export function linkedPayment(key: string): Promise<LinkedPayment | null> {
  return send('POST /api/payments/link', { body: { key } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

/** The page of a payment link, for anyone who has it, signed in or not. */
export function LinkScreen({ cards, linkKey, linked }: Screen) {
  if (linked?.state === 'open')
    return (
      <ForOwner link={{ kind: 'payment', key: linkKey }}>
        <PayByLink cards={cards} linkKey={linkKey} linked={linked} />
      </ForOwner>
    )
  return (
    <Wrap>
      <PageTitle>{linked?.state === 'paid' ? 'Thank you' : 'This link has expired'}</PageTitle>
      <div className={styles.outcome}>
        {linked?.state === 'paid' ? (
          <>
            <Notice title="You have nothing left to pay">
              <p>
                Your appointment at {linked.time} on {longDate(linked.date)} is booked and paid.
              </p>
            </Notice>
            <Order linked={linked} />
          </>
        ) : (
          <Notice tone="warn" icon="clock" title="You cannot pay with this link">
            <p>
              Payment links work for two weeks, and only the newest link works. A link also stops
              working when the appointment starts or is cancelled. You have not been charged.
            </p>
          </Notice>
        )}
        <p>
          Questions? Call <Helpline />.
        </p>
        <p>
          <ButtonLink kind="quiet" to="/">
            Go to Home
          </ButtonLink>
        </p>
      </div>
    </Wrap>
  )
}

function Order({ linked }: { linked: LinkedPayment }) {
  return (
    <Facts>
      <Fact term="Event">{linked.event_name}</Fact>
      <Fact term="When">
        {linked.time} on {longDate(linked.date)}
      </Fact>
      <Fact term="Amount">{pounds(linked.amount_pence)}</Fact>
    </Facts>
  )
}

function PayByLink({ cards, linkKey, linked }: Screen & { linked: LinkedPayment }) {
  const [over, setOver] = useState<LinkAttempt | null>(null)
  const [payment] = useState(() => createPayment(callsFor({ linkKey, linked, setOver })))
  const state = useSyncExternalStore(payment.subscribe, payment.state, payment.state)
  useEffect(() => payment.watch(), [payment])
  const isBusy = state.step !== 'form'
  const problem = state.step === 'form' ? state.problem : null
  if (over) return <Over attempt={over} linked={linked} />
  return (
    <Wrap>
      {cards.standIn && <TestPayments />}
      <PageTitle>Pay for your appointment</PageTitle>
      <div className={styles.outcome}>
        <p>Hello {linked.first_name}, your appointment is booked. Please pay for it here.</p>
        <Day date={linked.date}>
          {linked.event_name}
          <br />
          {linked.time}, {pounds(linked.amount_pence)}
        </Day>
        <div className={styles.stage} data-busy={isBusy || undefined}>
          {isBusy && <Waiting state={state} email={null} />}
          <PayForm
            cards={cards}
            pence={linked.amount_pence}
            date={linked.date}
            billing={billingAddressOf('')}
            payment={payment}
            isBusy={isBusy}
            problem={problem}
          />
        </div>
      </div>
    </Wrap>
  )
}

/** After a payment that the provider checks, or that is refunded. */
function Over({ attempt, linked }: { attempt: LinkAttempt; linked: LinkedPayment }) {
  const isChecked = attempt.state === 'pending review'
  return (
    <Wrap>
      <PageTitle>{paymentTitle(attempt)}</PageTitle>
      <div className={styles.outcome}>
        <Notice tone={isChecked ? 'info' : 'warn'} icon="clock">
          <p>
            {isChecked
              ? 'Our card payment provider is checking your payment. Your appointment is still booked, and you do not need to pay again.'
              : `We could not use your payment for this appointment, so we are refunding the full amount to ${refundTarget(attempt.source)}.`}
          </p>
        </Notice>
        <Order linked={linked} />
        <p>
          Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}

function callsFor({
  linkKey: key,
  linked,
  setOver,
}: {
  linkKey: string
  linked: LinkedPayment
  setOver: (attempt: LinkAttempt) => void
}): PayDeps {
  let latest: LinkAttempt | null = null
  const read = ({ payment }: { payment: LinkAttempt }): Payment => {
    latest = payment
    const { date, time: slot } = linked
    return { ...payment, event_id: 0, date, slot, appointment: null, refund: null }
  }
  return {
    createOrder: (source) => send('POST /api/payments/link/orders', { body: { key, source } }),
    async capture(order_id) {
      return {
        payment: read(await send('POST /api/payments/link/capture', { body: { key, order_id } })),
      }
    },
    async getPayment(order_id) {
      return read(await send('POST /api/payments/link/payment', { body: { key, order_id } }))
    },
    record: async () => undefined,
    book: async () => null,
    report: reportClientError,
    remember: () => undefined,
    extendHoldOnce: () => undefined,
    redirectRefused,
    showPayment: () => latest && setOver(latest),
    // A full page load removes all card data from memory, and shows what the link says now.
    finish: () => location.reload(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

/** The link says why nothing can be paid any more. */
function redirectRefused(error: unknown): boolean {
  const isOver =
    error instanceof ApiError &&
    ['nothing_to_pay', 'not_booked', 'payment_over', 'not_found'].includes(error.code ?? '')
  if (isOver) location.reload()
  return isOver
}
