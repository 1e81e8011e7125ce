import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, RouterContextProvider, useNavigate, useRevalidator } from 'react-router'
import type { CharityEvent, UserProfile } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { decimalPounds, paymentDescription } from '../../domain/payments.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import type { Slot } from '../../domain/slots.ts'
import { longDate } from '../../domain/uk-time.ts'
import { get, send } from '../api.ts'
import { clearAnswers } from '../booking/answers.ts'
import { createBooker } from '../booking/book.ts'
import { bookingOwner, stepsTo } from '../booking/booking-path.ts'
import { DayBox } from '../booking/day-box.tsx'
import { HoldBar } from '../booking/hold-bar.tsx'
import { clearNhsConfirmation } from '../booking/nhs-number-step.ts'
import { OrderSummary } from '../booking/order-summary.tsx'
import { stepAddress } from '../booking/steps.ts'
import { clearConsentGiven } from '../booking/stored-consent.ts'
import { clearHold } from '../booking/stored-hold.ts'
import { reportClientError } from '../report-error.ts'
import { stayOnSignOut } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Split, Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { toast } from '../ui/toast.tsx'
import { billingAddressOf } from './billing-address.ts'
import type { CardFields } from './card-fields.ts'
import styles from './checkout.module.css'
import { createPayment, type PayDeps } from './pay.ts'
import { PayForm } from './pay-form.tsx'
import { Waiting } from './pay-status.tsx'
import { SIGNED_OUT } from './payment-text.ts'
import { refusalRedirect } from './refusal-redirect.ts'
import { clearPayment, storePayment } from './stored-payment.ts'
import { TestPayments } from './test-payments.tsx'
import { transactionRecord } from './transaction.ts'
import { useHold } from './use-hold.ts'

type PayScreenProps = {
  cards: CardFields
  member: UserProfile
  event: CharityEvent
  slot: Slot
  /** The order whose capture was requested before this page load. */
  resumes: string | null
}

export function PayScreen({ cards, member, event, slot, resumes }: PayScreenProps) {
  const owner = bookingOwner(member, event)
  const { hold, isOver, extend } = useHold(owner, slot.time)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [isSessionOver, setSessionOver] = useState(false)
  const [payment] = useState(() =>
    createPayment({
      ...callsFor({ member, event, slot }),
      remember: (orderId) => (orderId ? storePayment(owner, orderId) : clearPayment()),
      extendHoldOnce: extend,
      redirectRefused,
      showPayment: revalidate,
      finish,
    }),
  )
  const state = useSyncExternalStore(payment.subscribe, payment.state, payment.state)

  useEffect(() => payment.watch(), [payment])
  useEffect(() => {
    if (resumes !== null) payment.resume(resumes)
  }, [payment, resumes])
  useEffect(() => stayOnSignOut((isSignedIn) => setSessionOver(!isSignedIn)), [])

  function redirectRefused(error: unknown): boolean {
    const target = refusalRedirect(error, event.event_id)
    if (target === null) return false
    if (target.clears === 'hold') clearHold()
    if (target.clears === 'consent') clearConsentGiven()
    if (target.clears === 'nhs') clearNhsConfirmation()
    toast({ title: target.title, text: target.text, tone: 'error' })
    navigate(target.to)
    return true
  }

  function finish(reference: string | undefined) {
    for (const clear of [clearPayment, clearHold, clearConsentGiven]) clear()
    clearAnswers()
    clearNhsConfirmation()
    const ref = reference ? `?ref=${encodeURIComponent(reference)}` : ''
    // A full page load (rules §4.6) removes all card data from memory.
    location.assign(`/booking-success${ref}`)
  }

  const isBusy = state.step !== 'form'
  const problem = state.step === 'form' ? state.problem : null
  const steps = stepsTo({ asksNhsNumber: event.requires_nhs_number, isPaid: true })
  return (
    <Wrap>
      {cards.standIn && <TestPayments />}
      <Stepper steps={steps} current={steps.length - 2} />
      <PageTitle>Checkout</PageTitle>
      <div className={styles.page}>
        <Split ratio="wide">
          <div className={styles.main}>
            <DayBox event={event} />
            {hold && !isOver && (
              <HoldBar hold={hold} advice="Your place is yours once you have paid." />
            )}
            {!hold && !isBusy && (
              <Notice icon="clock">
                <p>
                  We cannot hold {slot.time} while you pay. If somebody books it first, you will not
                  be charged.
                </p>
              </Notice>
            )}
            <div role="alert">
              {isOver && !isBusy && <HoldOver address={stepAddress(event.event_id, 'time')} />}
            </div>
            {!(isOver && !isBusy) && (
              <div className={styles.stage} data-busy={isBusy || undefined}>
                {isBusy && <Waiting state={state} email={member.email} />}
                <PayForm
                  cards={cards}
                  pence={chargePence(event)}
                  date={slot.date}
                  billing={billingAddressOf(member.billingAddress ?? member.homeAddress)}
                  sameAs={
                    member.billingAddress
                      ? 'Use the billing address in my profile'
                      : 'Same as my home address'
                  }
                  payment={payment}
                  isBusy={isBusy}
                  problem={isSessionOver && !isBusy ? SIGNED_OUT : problem}
                  order={<ShortOrder event={event} slot={slot} />}
                >
                  <Link to={stepAddress(event.event_id, 'time')}>Choose another time</Link>
                </PayForm>
              </div>
            )}
          </div>
          <OrderSummary
            event={event}
            forWhom={`${member.firstName} ${member.lastName}`}
            time={slot.time}
            isClosed
          />
        </Split>
      </div>
    </Wrap>
  )
}

/** Where the whole order stands below the form. */
function ShortOrder({ event, slot }: { event: CharityEvent; slot: Slot }) {
  return (
    <dl className={styles.order}>
      <div>
        <dt>
          {event.product_name}, {event.event_name}
        </dt>
        <dd>
          {slot.time} on {longDate(slot.date)}
        </dd>
      </div>
      <div>
        <dt>Total</dt>
        <dd>{pounds(chargePence(event))}</dd>
      </div>
    </dl>
  )
}

function HoldOver({ address }: { address: string }) {
  return (
    <Notice tone="warn" icon="clock">
      <p>{refusalSentence('hold_over')}</p>
      <p>You have not been charged.</p>
      <ButtonLink to={address}>Choose again</ButtonLink>
    </Notice>
  )
}

type Order = { member: UserProfile; event: CharityEvent; slot: Slot }
type Calls = Pick<
  PayDeps,
  'createOrder' | 'capture' | 'getPayment' | 'record' | 'book' | 'report' | 'pause'
>

function callsFor({ member, event, slot }: Order): Calls {
  const pence = chargePence(event)
  const payer = { profileId: member.profileId, name: `${member.firstName} ${member.lastName}` }
  const booking = {
    eventId: event.event_id,
    eventDate: slot.date,
    appointmentStartTime: slot.time,
    pricePence: pence,
  }
  const item = {
    description: paymentDescription(event),
    amount: decimalPounds(pence),
    shippingPreference: 'NO_SHIPPING',
  }
  return {
    createOrder: (source) =>
      send('POST /api/payments/orders', { body: { cart: [item], booking, source } }),
    capture: (id) => send('POST /api/payments/orders/:id/capture', { params: { id } }),
    async getPayment(id) {
      const call = 'GET /api/payments/orders/:id'
      const { payment } = await get(new RouterContextProvider(), call, { params: { id } })
      return payment
    },
    record(attempt) {
      const data = transactionRecord(attempt, { payer, pence })
      return send('POST /api/payments/transactions', { body: { data } })
    },
    book: () => createBooker().book({ ...booking, profileId: member.profileId }),
    report: reportClientError,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}
