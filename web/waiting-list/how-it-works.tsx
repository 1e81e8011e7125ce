import type { CharityEvent } from '../../domain/contract.ts'
import { bookingClosesAt } from '../../domain/events.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { OFFER_HOURS, OFFERS_END_BY_DAY } from '../../domain/waiting-list.ts'
import { Helpline } from '../events/helpline.tsx'
import styles from './waiting-list.module.css'

export function HowItWorks({ event }: { event: CharityEvent }) {
  const closesAt = bookingClosesAt(event)
  const { evening, morning } = OFFERS_END_BY_DAY
  return (
    <section className={styles.how} aria-labelledby="how-it-works">
      <h2 id="how-it-works">How the waiting list works</h2>
      <ul>
        <li>Who joined first is offered the first place that comes free. Nobody can pass you.</li>
        <li>
          We hold the place for you and send you an email that says until when: for {OFFER_HOURS}{' '}
          hours, or until {morning} where that would end between {evening} and {morning}
          {closesAt && '; less only when booking closes before'}.
        </li>
        <li>
          You book it as you would any other place. If you do not, it goes to the next person.
        </li>
        <li>If you book another event meanwhile, you leave this list.</li>
        <li>You can leave the list at any time.</li>
        {closesAt && <li>Places come free until booking closes, at {momentInWords(closesAt)}.</li>}
      </ul>
      <p>
        Not sure? Please ring <Helpline />.
      </p>
    </section>
  )
}
