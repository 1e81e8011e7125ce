import { Notice } from '../../../ui/notice.tsx'
import { ageOnDay, type Draft } from './draft.ts'

/** At once, before anything else is asked. */
export function AgeOnTheDay({ draft, day }: { draft: Draft; day: string }) {
  const known = ageOnDay(draft, day)
  return (
    <div role="status">
      {known?.isAllowed && <p>They will be {known.age} on the day.</p>}
      {known && !known.isAllowed && (
        <Notice
          tone="warn"
          title={`Aged ${known.age}: the test is for men aged 40 to 80`}
          level={3}
        >
          <p>
            Read the date of birth back. If it is right, this person cannot be tested today. Tell
            them that their GP can talk to them about the test, and to see their GP now if something
            worries them. Then press ‘End the registration’ below. Nothing will be kept.
          </p>
        </Notice>
      )}
    </div>
  )
}
