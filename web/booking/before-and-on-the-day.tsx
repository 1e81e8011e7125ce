import { ON_THE_DAY } from '../../domain/preparation.ts'
import { InTheDaysBefore } from '../events/in-the-days-before.tsx'

export function BeforeAndOnTheDay() {
  return (
    <InTheDaysBefore>
      <p>
        <b>On the day.</b> {ON_THE_DAY}
      </p>
    </InTheDaysBefore>
  )
}
