import { type ReactNode, useId } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Badges } from '../record.tsx'
import { BadgeMeanings } from './badge-meanings.tsx'
import { Found } from './found.tsx'
import { CheckedAgain, Replaced } from './replaced.tsx'
import { ResultBadges } from './result-badges.tsx'
import { resultCard } from './result-card.ts'
import { resultText } from './result-text.ts'
import styles from './results.module.css'
import { TakenUnder } from './taken-under.tsx'
import { TestSteps } from './test-steps.tsx'
import { WhatNext } from './what-next.tsx'

type Props = {
  entry: MedicalResult
  today: string
  isNewest: boolean
  /** The page has the invitation to the next test. */
  isInvited: boolean
  /** Places for the next test. */
  children: ReactNode
}

/** Result and next step first; how the test came here last. */
export function LatestResult({ entry, today, isNewest, isInvited, children }: Props) {
  const id = useId()
  const { event, product, badges, comments, testDate } = resultText(entry)
  const { result, steps } = entry
  return (
    <article {...resultCard(entry)} aria-labelledby={id}>
      <div className={styles.about}>
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
      <CheckedAgain checked_again={entry.checked_again} />
      <Found entry={entry} />
      <WhatNext entry={entry} today={today} level={3} isInvited={isInvited} places={children}>
        {result && (
          <ButtonLink to={`/medical-results/${result.result_id}`}>Open this result</ButtonLink>
        )}
      </WhatNext>
      {comments && (
        <p>
          <b>What the clinician wrote:</b> {comments}
        </p>
      )}
      <TakenUnder entry={entry} />
      <div className="stack">
        <Badges>
          <ResultBadges badges={badges} />
        </Badges>
        <BadgeMeanings entry={entry} />
        <Replaced replaces={entry.replaces} />
      </div>
      {isNewest && <TestSteps steps={steps} result={result} />}
    </article>
  )
}
