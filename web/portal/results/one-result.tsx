import type { ReactNode } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { raisedBand } from '../../../domain/raised-results.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Badges } from '../record.tsx'
import { BadgeMeanings } from './badge-meanings.tsx'
import { DownloadLetter, letterOf } from './download-letter.tsx'
import { Found } from './found.tsx'
import styles from './one-result.module.css'
import { RaisedResult } from './raised-result.tsx'
import { CheckedAgain, Replaced, ReplacedBy } from './replaced.tsx'
import { ResultBadges } from './result-badges.tsx'
import { resultCard } from './result-card.ts'
import { resultText, unitInWords } from './result-text.ts'
import { TakenUnder } from './taken-under.tsx'
import { TestSteps } from './test-steps.tsx'
import { WhatNext } from './what-next.tsx'

type Props = {
  entry: MedicalResult
  today: string
  profileId: number
  /** Reads the result again after a change. */
  onChanged: () => Promise<void>
  /** Places for the next test. */
  places: ReactNode
}

export function OneResult({ entry, today, profileId, onChanged, places }: Props) {
  const { comments, product } = resultText(entry)
  const { result } = entry
  const band = entry.replaced_by ? null : result?.band
  const raised = raisedBand(band)
  const written = comments && (
    <section>
      <h2 className={styles.heading}>What the clinician wrote</h2>
      <p className="lede">{comments}</p>
    </section>
  )
  return (
    <article {...resultCard(entry)} aria-label={product}>
      <ReplacedBy replaced_by={entry.replaced_by} />
      <CheckedAgain checked_again={entry.checked_again} />
      <Found entry={entry} />
      {!band && written}
      {!entry.replaced_by && (
        <WhatNext entry={entry} today={today} level={2} places={places}>
          {result && (
            <ButtonLink
              to={`${letterOf({ profileId, resultId: result.result_id })}?for=gp`}
              icon="stethoscope"
              reloadDocument
              download
            >
              Download a letter for your GP
            </ButtonLink>
          )}
        </WhatNext>
      )}
      {band && written}
      {result && raised && (
        <RaisedResult
          entry={entry}
          band={raised}
          today={today}
          profileId={profileId}
          onChanged={onChanged}
        />
      )}
      <Laboratory entry={entry} />
      <TakenUnder entry={entry} />
      {result && <DownloadLetter profileId={profileId} resultId={result.result_id} />}
      <About entry={entry} />
      <TestSteps steps={entry.steps} result={result} />
    </article>
  )
}

function Laboratory({ entry }: { entry: MedicalResult }) {
  const { value } = resultText(entry)
  const unit = unitInWords(value?.unit ?? null)
  return (
    <section className="stack">
      <h2 className={styles.heading}>What the laboratory found</h2>
      {value && unit && (
        <p>
          The laboratory found {value.result} {unit}.
        </p>
      )}
      {!entry.replaced_by && <Meaning entry={entry} />}
      <Replaced replaces={entry.replaces} />
    </section>
  )
}

function About({ entry }: { entry: MedicalResult }) {
  const { event, product, testDate } = resultText(entry)
  return (
    <Facts>
      <Fact term="Event">{event}</Fact>
      <Fact term="Test">{product}</Fact>
      {testDate && (
        <Fact term="Test date">
          <time dateTime={testDate}>{dayInWords(testDate)}</time>
        </Fact>
      )}
      <Fact term="Laboratory">{entry.result?.laboratory ?? 'Not known'}</Fact>
    </Facts>
  )
}

function Meaning({ entry }: { entry: MedicalResult }) {
  const { badges, outcome } = resultText(entry)
  const band = entry.result?.band
  return (
    <>
      {band && (
        <p>
          A clinician or the laboratory chose this colour. We never work it out from the number.
        </p>
      )}
      {!band && !outcome && (
        <p>This result has no colour on record. We never work one out from the number.</p>
      )}
      <Badges>
        <ResultBadges badges={badges} />
      </Badges>
      <BadgeMeanings entry={entry} />
    </>
  )
}
