import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import record from '../record.module.css'
import { RecordHead } from '../record.tsx'
import { BadgeMeanings } from './badge-meanings.tsx'
import { BandMark } from './band-mark.tsx'
import { CheckedAgain, Replaced } from './replaced.tsx'
import { ResultBadges } from './result-badges.tsx'
import { resultText } from './result-text.ts'
import styles from './results.module.css'
import { TakenUnder } from './taken-under.tsx'
import { TestSteps } from './test-steps.tsx'
import { Withheld } from './withheld.tsx'

/** `isTracked`: how far the test has come is shown. */
export function ResultRow({ entry, isTracked }: { entry: MedicalResult; isTracked: boolean }) {
  const { event, product, badges, value, comments, testDate } = resultText(entry)
  const { result, steps } = entry
  return (
    <li className={record.row}>
      <RecordHead
        level={3}
        title={event}
        under={
          <>
            {product},{' '}
            {testDate ? <time dateTime={testDate}>{dayInWords(testDate)}</time> : 'date not known'}
          </>
        }
        badges={<ResultBadges badges={badges} />}
      />
      {value && (
        <p className={styles.line}>
          <span className={styles.value}>{value.result}</span>{' '}
          <span className="soft">{value.unit}</span>{' '}
          {result?.band && <BandMark band={result.band} />}
        </p>
      )}
      {comments && (
        <p>
          <b>What the clinician wrote:</b> {comments}
        </p>
      )}
      <CheckedAgain checked_again={entry.checked_again} />
      <Replaced replaces={entry.replaces} />
      <TakenUnder entry={entry} />
      <BadgeMeanings entry={entry} />
      {entry.withheld && <Withheld />}
      {result && (
        <p>
          <Link to={`/medical-results/${result.result_id}`}>
            {value ? 'Open this result' : 'Open this record'}
            <span className="visually-hidden"> of {testDate ? dayInWords(testDate) : event}</span>
          </Link>
        </p>
      )}
      {isTracked && <TestSteps steps={steps} result={result} />}
    </li>
  )
}
