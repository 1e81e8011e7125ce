import { ON_THE_DAY, PREPARATION } from '../../domain/preparation.ts'
import { InTheDaysBefore } from '../events/in-the-days-before.tsx'

export function BeforeAndOnTheDay() {
  return (
    <InTheDaysBefore preparation={PREPARATION}>
      <p>
        <b>On the day.</b> {ON_THE_DAY}
      </p>
    </InTheDaysBefore>
  )
}
