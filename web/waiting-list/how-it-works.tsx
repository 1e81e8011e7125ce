import type { CharityEvent } from '../../domain/contract.ts'
import { bookingClosesAt } from '../../domain/events.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { OFFERS_END_BY_DAY } from '../../domain/waiting-list.ts'
import { Helpline } from '../events/helpline.tsx'
import styles from './waiting-list.module.css'

export function HowItWorks({ event, offerHours }: { event: CharityEvent; offerHours: number }) {
  const closesAt = bookingClosesAt(event)
  const { evening, morning } = OFFERS_END_BY_DAY
  return (
    <section className={styles.how} aria-labelledby="how-it-works">
      <h2 id="how-it-works">How the waiting list works</h2>
      <ul>
        <li>
          We offer the first free place to the person who joined first. Nobody can overtake you.
        </li>
        <li>
          We hold the place for you for {offerHours} hours and email you the time it ends. If that
          would be between {evening} and {morning}, we hold it until {morning}
          {closesAt && '. We hold it for less time only if booking closes first'}.
        </li>
        <li>Book it like any other place. If you do not, it goes to the next person.</li>
        <li>If you book another event in the meantime, we take you off this list.</li>
        <li>You can leave the list at any time.</li>
        {closesAt && (
          <li>Places can become free until booking closes, at {momentInWords(closesAt)}.</li>
        )}
      </ul>
      <p>
        If you are not sure, call <Helpline />.
      </p>
    </section>
  )
}
