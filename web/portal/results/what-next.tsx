import type { ReactNode } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { Helpline } from '../../events/helpline.tsx'
import { Buttons } from '../../ui/button.tsx'
import { chapsWords } from './band-mark.tsx'
import { LimitsOfTheTest } from './limits-of-the-test.tsx'
import { resultWords } from './result-words.ts'
import styles from './results.module.css'
import { monthAndYear } from './short-date.ts'

type WhatNextProps = { entry: MedicalResult; level: 2 | 3; children: ReactNode }

/** What he should do now, by the record; when his next test is due; what the test cannot tell. */
export function WhatNext({ entry, level, children: actions }: WhatNextProps) {
  const Heading = `h${level}` as const
  const { retest_on: due = null } = entry.result ?? {}
  return (
    <div className={styles.next}>
      <Heading>What to do next</Heading>
      <p>
        {nextStep(entry)}
        {due && (
          <>
            {' '}
            Plan your next test for <time dateTime={due}>{monthAndYear(due)}</time>.
          </>
        )}
      </p>
      <LimitsOfTheTest />
      <div className={styles.actions}>
        <Buttons>
          {actions}
          <span>
            Questions? <Helpline />
          </span>
        </Buttons>
      </div>
    </div>
  )
}

/** The clinician's advice; where he gave none, what the charity's letters ask for at his band. */
function nextStep(entry: MedicalResult): string {
  const { nextStep: advised, comments } = resultWords(entry)
  const band = entry.result?.band
  if (advised) return advised
  if (band) return chapsWords(band)?.next ?? ''
  return comments
    ? 'What the clinician wrote says what to do. If you are not sure, please ring us.'
    : 'If you are not sure what this result asks of you, please ring us.'
}
