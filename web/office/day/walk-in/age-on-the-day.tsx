import { Notice } from '../../../ui/notice.tsx'
import { ageOnDay, type Draft } from './draft.ts'

/** At once, before anything else is asked. */
export function AgeOnTheDay({ draft, day }: { draft: Draft; day: string }) {
  const known = ageOnDay(draft, day)
  return (
    <div role="status">
      {known?.isAllowed && <p>{known.age} years old on the day.</p>}
      {known && !known.isAllowed && (
        <Notice
          tone="warn"
          title={`${known.age} years old: the test is for men of 40 to 80`}
          level={3}
        >
          <p>
            Please read the date of birth back to them. If it is right, they cannot be tested today.
            Tell them that their own GP can talk with them about the test, and to see the GP now if
            something worries them. Then press ‘End the registration’ below: nothing is kept.
          </p>
        </Notice>
      )}
    </div>
  )
}
