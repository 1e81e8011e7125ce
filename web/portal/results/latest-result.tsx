import { useId } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { BadgeMeanings } from './badge-meanings.tsx'
import { BandMark } from './band-mark.tsx'
import { ResultBadges } from './result-badges.tsx'
import { resultWords } from './result-words.ts'
import styles from './results.module.css'
import { TestSteps } from './test-steps.tsx'
import { WhatNext } from './what-next.tsx'

/** The result that he most likely came for, with the way to its own page. */
export function LatestResult({ entry, today }: { entry: MedicalResult; today: string }) {
  const id = useId()
  const { event, product, badges, value, comments, testDate } = resultWords(entry)
  const { result, steps } = entry
  return (
    <article className={styles.card} data-band={result?.band ?? undefined} aria-labelledby={id}>
      <TestSteps steps={steps} />
      <div className={styles.head}>
        <div>
          <h2 id={id}>{product}</h2>
          <p className="small soft">
            {event}
            {testDate && (
              <>
                , sample taken <time dateTime={testDate}>{dayInWords(testDate)}</time>
              </>
            )}
          </p>
        </div>
        <ResultBadges badges={badges} />
      </div>
      <div className={styles.found}>
        {value && (
          <p className={styles.big}>
            {value.result} <small>{value.unit}</small>
          </p>
        )}
        <div className="stack">
          {result?.band && (
            <p>
              <BandMark band={result.band} />
            </p>
          )}
          {comments && (
            <p>
              <b>What the clinician wrote:</b> {comments}
            </p>
          )}
          <BadgeMeanings entry={entry} />
        </div>
      </div>
      <WhatNext entry={entry} today={today} level={3}>
        {result && (
          <ButtonLink to={`/medical-results/${result.result_id}`}>Open this result</ButtonLink>
        )}
      </WhatNext>
    </article>
  )
}
