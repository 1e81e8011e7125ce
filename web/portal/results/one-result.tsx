import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Badges } from '../record.tsx'
import { BadgeMeanings } from './badge-meanings.tsx'
import { Found } from './found.tsx'
import styles from './one-result.module.css'
import { ResultBadges } from './result-badges.tsx'
import { resultCard } from './result-card.ts'
import { resultWords, unitInWords } from './result-words.ts'
import { TakenUnder } from './taken-under.tsx'
import { TestSteps } from './test-steps.tsx'
import { WhatNext } from './what-next.tsx'

export function OneResult({ entry, today }: { entry: MedicalResult; today: string }) {
  const { comments, value, product, event, badges, testDate } = resultWords(entry)
  const { result, steps } = entry
  const unit = unitInWords(value?.unit ?? null)
  return (
    <article {...resultCard(entry)} aria-label={product}>
      {comments && (
        <section>
          <h2 className={styles.heading}>What the clinician wrote</h2>
          <p className="lede">{comments}</p>
        </section>
      )}
      <WhatNext entry={entry} today={today} level={2}>
        <Button icon="printer" onClick={() => window.print()}>
          Print a letter for your GP
        </Button>
      </WhatNext>
      <section>
        <h2 className={styles.heading}>What the laboratory found</h2>
        <Found entry={entry}>
          {value && unit && (
            <p>
              There were {value.result} {unit}.
            </p>
          )}
          {result?.band ? (
            <p>
              The clinician or the laboratory gave it this colour. It is never worked out from the
              number.
            </p>
          ) : (
            <p>The record gives it no colour, and we never work one out from the number.</p>
          )}
          <Badges>
            <ResultBadges badges={badges} />
          </Badges>
          <BadgeMeanings entry={entry} />
        </Found>
      </section>
      <TakenUnder entry={entry} />
      <TestSteps steps={steps} />
      <Facts>
        <Fact term="Event">{event}</Fact>
        <Fact term="Test">{product}</Fact>
        {testDate && (
          <Fact term="Test date">
            <time dateTime={testDate}>{dayInWords(testDate)}</time>
          </Fact>
        )}
        <Fact term="Laboratory">{result?.laboratory ?? 'Not known'}</Fact>
      </Facts>
    </article>
  )
}
