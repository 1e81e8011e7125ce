import { Notice } from '../../../ui/notice.tsx'
import { ageOnDay, type Draft } from './draft.ts'

/** At once, before anything else is asked. */
export function AgeOnTheDay({ draft, day }: { draft: Draft; day: string }) {
  const known = ageOnDay(draft, day)
  return (
    <div role="status">
      {known?.isAllowed && <p>He is {known.age} years old on the day.</p>}
      {known && !known.isAllowed && (
        <Notice tone="warn" title={`He is ${known.age}: the test is for men of 40 to 80`} level={3}>
          <p>
            Please read the date of birth back to him. If it is right, he cannot be tested today.
            Tell him that his own GP can talk with him about the test, and that he should see his GP
            now if something worries him. Then press ‘End the registration’ below: nothing is kept.
          </p>
        </Notice>
      )}
    </div>
  )
}
