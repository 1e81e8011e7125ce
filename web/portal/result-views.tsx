import type { ResultView } from '../../domain/my-data.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import styles from './portal.module.css'
import { PortalSection } from './portal-section.tsx'
import { useShowAll } from './use-show-all.tsx'

const FIRST = 5

/** `views` is null when unavailable. */
export function ResultViews({ views }: { views: ResultView[] | null }) {
  const { shown, more } = useShowAll(views ?? [], FIRST)
  return (
    <PortalSection title="Who has looked at my results">
      <p>
        We keep a record when somebody opens your results: every time for our staff, once an hour
        for you. The copy of your data has all of these entries.
      </p>
      {views === null && <p>We could not load the list. Please try again in a moment.</p>}
      {views?.length === 0 && (
        <p className={styles.empty}>Nobody has looked at your results yet.</p>
      )}
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map(({ by, role, at, results }, index) => (
            // Rows are only ever added, and two may be alike.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key
            <li key={index}>
              <b>{by === 'member' ? 'You' : `Our staff (${role})`}</b>
              <span>{results === 1 ? '1 result' : `${results} results`}</span>
              <time dateTime={at}>{momentInWords(new Date(at))}</time>
            </li>
          ))}
        </ul>
      )}
      {more}
    </PortalSection>
  )
}
