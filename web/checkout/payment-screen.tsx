import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { CharityEvent, UserProfile } from '../../domain/contract.ts'
import { pounds } from '../../domain/money.ts'
import type { Payment } from '../../domain/payment-schemas.ts'
import { refundTarget } from '../../domain/payment-source.ts'
import { longDate } from '../../domain/uk-time.ts'
import { stepAddress } from '../booking/steps.ts'
import { Helpline } from '../events/helpline.tsx'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { CardFields } from './card-fields.ts'
import styles from './checkout.module.css'
import { paymentTitle } from './payment-text.ts'
import { clearPayment } from './stored-payment.ts'
import { TestPayments } from './test-payments.tsx'

type Props = { cards: CardFields; member: UserProfile; event: CharityEvent; payment: Payment }

const REVALIDATE_MS = 5_000

export function PaymentScreen({ cards, member, event, payment }: Props) {
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.querySelector('h1')?.focus(), [])
  return (
    <Wrap>
      {cards.standIn && <TestPayments />}
      <div ref={heading}>
        <PageTitle>{paymentTitle(payment)}</PageTitle>
      </div>
      <div className={styles.outcome}>
        {payment.state === 'pending review' ? (
          <InReview member={member} payment={payment} />
        ) : (
          <Refunded event={event} payment={payment} />
        )}
        <Facts>
          <Fact term="Payment reference">{payment.order_id}</Fact>
          <Fact term="Amount">{pounds(payment.amount_pence)}</Fact>
          <Fact term="For">
            {event.product_name}, {event.event_name}
            <br />
            {payment.slot} on {longDate(payment.date)}
          </Fact>
        </Facts>
        <p>
          Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}

function InReview({ member, payment }: Pick<Props, 'member' | 'payment'>) {
  useRepeatedRevalidation()
  return (
    <>
      <Notice icon="clock" title="We are holding your place while we wait">
        <p>
          Our card payment provider is checking your payment of {pounds(payment.amount_pence)}. This
          can take a few minutes, and sometimes up to a day. You do not need to pay again.
        </p>
        <p>
          We will email <b>{member.email}</b> as soon as we know. You can close this page.
        </p>
      </Notice>
      <Spinner>We are still checking. This page will update by itself</Spinner>
      <Buttons>
        <ButtonLink kind="quiet" to="/">
          Go to Home
        </ButtonLink>
      </Buttons>
    </>
  )
}

/** The loader redirects once the outcome is final. */
function useRepeatedRevalidation() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') revalidate()
    }, REVALIDATE_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}

function Refunded({ event, payment }: Pick<Props, 'event' | 'payment'>) {
  const isStuck = payment.state === 'refund failed'
  const isPlaceGone = payment.refund?.reason === 'place gone'
  const amount = pounds(payment.refund?.amount_pence ?? payment.amount_pence)
  return (
    <>
      <Notice
        tone="warn"
        title={isPlaceGone ? 'Your place was no longer available' : 'You have no booking'}
      >
        {isPlaceGone && (
          <p>
            We are sorry. By the time your payment reached us, we could no longer book{' '}
            {payment.slot} for you.
          </p>
        )}
        {isStuck ? (
          <p>
            We could not refund your {amount} automatically. Our office knows and will refund you
            itself. Please call us if you want to talk about it.
          </p>
        ) : (
          <p>
            We are already refunding the full {amount} to {refundTarget(payment.source)}. You do not
            need to do anything. You will see it in your account within 14 business days.
          </p>
        )}
      </Notice>
      <Buttons>
        <ButtonLink to={stepAddress(event.event_id, 'time')} onClick={clearPayment}>
          Choose another time
        </ButtonLink>
        <ButtonLink kind="quiet" to="/" onClick={clearPayment}>
          Go to Home
        </ButtonLink>
      </Buttons>
    </>
  )
}
