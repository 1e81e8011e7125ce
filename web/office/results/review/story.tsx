import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { momentInWords } from '../../../../domain/uk-time.ts'
import { isFirstHidden, KIND_WORDS } from './result-text.ts'
import styles from './review.module.css'

type Review = OpenedResult['reviews'][number]

const CHOICE_WORDS = {
  tell: 'The member is told anyway.',
  gp_only: 'Only the GP is told.',
  destroy: 'It is destroyed.',
} as const
const KEPT = 'You will see this when you have decided.'

/** Who decided what, the latest first. */
export function Story({ result }: { result: OpenedResult }) {
  const { reviews } = result
  if (reviews.length === 0) return null
  const isHidden = isFirstHidden(result)
  return (
    <section aria-labelledby="story">
      <h2 id="story">Decisions so far</h2>
      <ol className={styles.story}>
        {reviews.toReversed().map((review) => (
          <li key={`${review.at} ${review.kind}`}>
            <b>
              {review.is_same_person
                ? 'Compared: it belongs to this person'
                : KIND_WORDS[review.kind]}
              {review.band && `: ${review.band}`}
            </b>
            , {review.by}, {momentInWords(new Date(review.at))}
            {(isHidden && isEmpty(review) ? [KEPT] : detailsOf(review)).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Comment, interval, call and note, as sentences. */
function detailsOf({
  kind,
  comment,
  retest_months: months,
  ring_first: ring,
  note,
  choice,
}: Review) {
  const isDecision = kind === 'first' || kind === 'second'
  return [
    ...(isDecision && comment ? [comment] : []),
    ...(isDecision && months ? [`Next test in ${months} months.`] : []),
    ...(isDecision && ring ? ['Call the member before release.'] : []),
    ...(choice ? [CHOICE_WORDS[choice]] : []),
    ...(note ? [note] : []),
  ]
}

/** As the server sends what a second clinician may not know yet. */
function isEmpty({ band, comment, note }: Review): boolean {
  return band === null && comment === null && note === null
}
