import { useId } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { RecordHead } from '../record.tsx'
import { BadgeMeanings } from './badge-meanings.tsx'
import { Found } from './found.tsx'
import { Replaced } from './replaced.tsx'
import { ResultBadges } from './result-badges.tsx'
import { resultCard } from './result-card.ts'
import { resultWords } from './result-words.ts'
import { TakenUnder } from './taken-under.tsx'
import { TestSteps } from './test-steps.tsx'
import { WhatNext } from './what-next.tsx'

export function LatestResult({ entry, today }: { entry: MedicalResult; today: string }) {
  const id = useId()
  const { event, product, badges, comments, testDate } = resultWords(entry)
  const { result, steps } = entry
  return (
    <article {...resultCard(entry)} aria-labelledby={id}>
      <TestSteps steps={steps} result={result} />
      <RecordHead
        id={id}
        level={2}
        title={product}
        under={
          <>
            {event}
            {testDate && (
              <>
                , sample taken <time dateTime={testDate}>{dayInWords(testDate)}</time>
              </>
            )}
          </>
        }
        badges={<ResultBadges badges={badges} />}
      />
      <TakenUnder entry={entry} />
      <Found entry={entry}>
        {comments && (
          <p>
            <b>What the clinician wrote:</b> {comments}
          </p>
        )}
        <BadgeMeanings entry={entry} />
        <Replaced replaces={entry.replaces} />
      </Found>
      <WhatNext entry={entry} today={today} level={3}>
        {result && (
          <ButtonLink to={`/medical-results/${result.result_id}`}>Open this result</ButtonLink>
        )}
      </WhatNext>
    </article>
  )
}
