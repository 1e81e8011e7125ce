import { changeableUntil } from '../../domain/change-text.ts'
import type { Appointment } from '../../domain/contract.ts'
import { duePence, paymentInWords, unpaidPence } from '../../domain/how-to-pay.ts'
import { pounds } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-shown.ts'
import { RESULT_COMES } from '../../domain/preparation.ts'
import { longDate, momentInWords, ukInstant } from '../../domain/uk-time.ts'
import { venueInWords } from '../../domain/venue-facts.ts'
import styles from './booking-success.module.css'
import { PlaceWithDirections } from './place-with-directions.tsx'
import { RingToChange } from './ring-to-change.tsx'

export function AppointmentFacts({ appointment, now }: { appointment: Appointment; now: Date }) {
  const { reference, appt_date, appt_time, event_name, event_location } = appointment
  const toPay = duePence(appointment) + unpaidPence(appointment)
  const amount = toPay > 0 ? toPay : (appointment.paid?.amount_pence ?? 0)
  const paid = moneyInWords(appointment.money)
  const until = changeableUntil(ukInstant(appt_date, appt_time), now)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Booking reference</dt>
        <dd className={styles.reference}>{reference}</dd>
      </div>
      <div>
        <dt>Test</dt>
        <dd>{appointment.product_name}</dd>
      </div>
      <WhenFacts appointment={appointment} />
      <div>
        <dt>Place</dt>
        <dd>
          {event_name}
          <br />
          <PlaceWithDirections address={event_location} />
        </dd>
      </div>
      {venueInWords(appointment.venue).map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>Payment</dt>
        <dd>
          {amount > 0 && `${pounds(amount)}. `}
          {paymentInWords(appointment)}
          {paid && (
            <>
              <br />
              {paid}
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Your result</dt>
        <dd>{RESULT_COMES}</dd>
      </div>
      <div>
        <dt>Changing or cancelling</dt>
        <dd>
          {until ? `Online until ${momentInWords(until)}, 48 hours before` : <RingToChange />}
        </dd>
      </div>
    </dl>
  )
}

/** Two rows for a `<dl>`: date and time. */
export function WhenFacts({ appointment }: { appointment: Appointment }) {
  const { appt_date, appt_time, appt_end_time } = appointment
  return (
    <>
      <div>
        <dt>Date</dt>
        <dd>
          <time dateTime={appt_date}>{longDate(appt_date)}</time>
        </dd>
      </div>
      <div>
        <dt>Time</dt>
        <dd className="num">
          {appt_time} to {appt_end_time}
        </dd>
      </div>
    </>
  )
}
