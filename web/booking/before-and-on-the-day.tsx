import { ON_THE_DAY } from '../../domain/preparation.ts'
import { InTheDaysBefore } from '../events/in-the-days-before.tsx'

/** For a booked appointment: what to leave out before it, when to arrive and what to bring. */
export function BeforeAndOnTheDay() {
  return (
    <InTheDaysBefore>
      <p>
        <b>On the day.</b> {ON_THE_DAY}
      </p>
    </InTheDaysBefore>
  )
}
