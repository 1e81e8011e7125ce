import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { ConsentForm } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, eventAddress, howToPay } from '../../domain/events.ts'
import { NOTHING_TO_PAY } from '../../domain/how-to-pay.ts'
import { pounds } from '../../domain/money.ts'
import type { Slot } from '../../domain/slots.ts'
import { longDate } from '../../domain/uk-time.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { type AnswerInWords, healthInWords, ticksInWords } from './answers-in-words.ts'
import styles from './check-step.module.css'
import type { PlaceState } from './hold-manager.ts'
import { HoldNotice } from './hold-notice.tsx'
import { IfPlansChange } from './if-plans-change.tsx'
import { stepAddress } from './steps.ts'
import { fieldState } from './use-step.ts'

type CheckStepProps = {
  event: CharityEvent
  forWhom: string
  place: PlaceState
  slot: Slot | null
  answers: ConsentForm
  onConsent: () => Promise<void>
  isPaid: boolean
  isRepeat: boolean
}

/** All that is booked and sent, before it is sent. */
export function CheckStep(props: CheckStepProps) {
  const { event, forWhom, place, slot, answers, onConsent, isPaid, isRepeat } = props
  const [isPending, setPending] = useState(false)
  const timeAddress = stepAddress(event.event_id, 'time')

  async function send() {
    setPending(true)
    await onConsent()
    setPending(false)
  }

  return (
    <div className={styles.step}>
      <section aria-labelledby="your-booking">
        <h2 id="your-booking">Your booking</h2>
        <dl className={styles.rows}>
          <Row term="For">{forWhom}</Row>
          <Row term="Time" change={timeAddress} changes="the time">
            <span className="num">{place.chosen}</span> on {longDate(event.event_date)}
          </Row>
          <Row term="Place" change={`/event/${event.event_id}`} changes="the event">
            {event.event_name}
            <br />
            {eventAddress(event)}
          </Row>
          <Row term="Test">{event.product_name}</Row>
          <Row term="Price">{priceInWords(event, isRepeat)}</Row>
        </dl>
      </section>
      <Answers title="Your health" event={event} answers={healthInWords(answers)} />
      <Answers title="Your consent" event={event} answers={ticksInWords(answers)} />
      <IfPlansChange
        event={isPaid ? event : { ...event, payment_required: false }}
        slot={slot}
        now={new Date()}
      />
      <HoldNotice
        place={place}
        timeAddress={timeAddress}
        advice={`It is yours once you have ${isPaid ? 'paid' : 'booked'}.`}
      />
      <Buttons>
        <Button pending={isPending} onClick={send}>
          {isPending && 'Processing...'}
          {!isPending && (isPaid ? 'Give consent and go to payment' : 'Give consent and book')}
        </Button>
        <ButtonLink kind="quiet" to={stepAddress(event.event_id, 'consent')}>
          Back to the form
        </ButtonLink>
      </Buttons>
    </div>
  )
}

function Answers({
  title,
  event,
  answers,
}: {
  title: string
  event: CharityEvent
  answers: readonly AnswerInWords[]
}) {
  const id = title.toLowerCase().replace(' ', '-')
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className={styles.rows}>
        {answers.map(({ field, question, answer }) => (
          <Row
            key={field}
            term={question}
            change={stepAddress(event.event_id, 'consent')}
            field={field}
            changes={question.toLowerCase()}
          >
            {answer}
          </Row>
        ))}
      </dl>
    </section>
  )
}

type RowProps = {
  term: string
  /** Where it is changed; `changes` says what, for screen readers. */
  change?: string
  changes?: string
  field?: string
  children: ReactNode
}

function Row({ term, change, changes, field, children }: RowProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {change && (
        <dd>
          <Link to={change} state={field && fieldState(field)}>
            Change<span className="visually-hidden"> {changes}</span>
          </Link>
        </dd>
      )}
    </div>
  )
}

function priceInWords(event: CharityEvent, isRepeat: boolean): string {
  if (isRepeat) return `${NOTHING_TO_PAY}: this is your free repeat`
  const price = pounds(chargePence(event))
  const payment = howToPay(event)
  if (payment === 'nothing') return NOTHING_TO_PAY
  return payment === 'by card' ? `${price}, by card on the next page` : `${price}, at the venue`
}
