import type { MedicalResult } from '../../domain/contract.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { Helpline } from '../events/helpline.tsx'
import { Badge } from '../ui/badge.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import styles from './medical-results.module.css'
import { Record } from './record.tsx'
import { type ResultBadge, type ResultWords, resultWords } from './result-words.ts'

/** One result, or the appointment that has none yet: what it is, and what to do when it is missing. */
export function ResultRow({ result }: { result: MedicalResult }) {
  const words = resultWords(result)
  return (
    <Record
      event={words.event}
      product={words.product}
      badges={words.badges.map((badge) => (
        <Badge key={badge} {...LOOKS[badge]}>
          {badge}
        </Badge>
      ))}
    >
      <Facts>
        {words.value && (
          <Fact term="Test result">
            <span className={styles.value}>{words.value.result}</span>{' '}
            <span className="soft">{words.value.unit}</span>
          </Fact>
        )}
        {words.testDate && (
          <Fact term="Test date">
            <time dateTime={words.testDate}>{dayInWords(words.testDate)}</time>
          </Fact>
        )}
        {words.comments && <Fact term="Comments">{words.comments}</Fact>}
      </Facts>
      <Missing words={words} />
    </Record>
  )
}

const LOOKS = {
  'Lab result ready': { tone: 'good' },
  'No lab result': { tone: 'none' },
  'Appointment not linked': { tone: 'warn', icon: 'link-break' },
} as const satisfies Record<ResultBadge, object>

/** What a missing result or appointment means, and what he can do about it. */
function Missing({ words: { badges, comments } }: { words: ResultWords }) {
  const isLinked = !badges.includes('Appointment not linked')
  const hasResult = badges.includes('Lab result ready')
  if (isLinked && (hasResult || comments)) return null
  return (
    <div className={styles.missing}>
      {!hasResult && !comments && (
        <p>
          We have no result of this test yet. That is not a sign that anything is wrong. If you
          think it should be here by now, please ring <Helpline />.
        </p>
      )}
      {!isLinked && (
        <p>
          We cannot yet match this record to one of your appointments. Please ring <Helpline /> and
          we will sort it out.
        </p>
      )}
    </div>
  )
}
