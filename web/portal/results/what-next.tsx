import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import { RAISED_LIMITS, RAISED_WORDS, raisedBand } from '../../../domain/raised-results.ts'
import { Helpline } from '../../events/helpline.tsx'
import { Buttons } from '../../ui/button.tsx'
import record from '../record.module.css'
import { chapsText } from './band-mark.tsx'
import { LimitsOfTheTest } from './limits-of-the-test.tsx'
import { MedicalLine } from './medical-line.tsx'
import { resultText } from './result-text.ts'
import styles from './results.module.css'
import { monthAndYear } from './short-date.ts'

type WhatNextProps = {
  entry: MedicalResult
  /** London date, 'YYYY-MM-DD'. */
  today: string
  level: 2 | 3
  /** The page has the invitation to the next test. */
  isInvited?: boolean
  /** Places for the next test. */
  places?: ReactNode
  children: ReactNode
}

export function WhatNext(props: WhatNextProps) {
  const { entry, today, level, isInvited = false, places, children: actions } = props
  const Heading = `h${level}` as const
  const { retest_on: due = null } = entry.result ?? {}
  const raised = raisedBand(entry.result?.band)
  // What was advised for the time until then, such as 'Nothing now', would be wrong.
  const isOverdue = due !== null && due < today && entry.result?.band === 'Green'
  return (
    <div className={`${record.inset} ${styles.next}`}>
      <Heading>What to do next</Heading>
      <p className={styles.advice}>
        {isOverdue ? null : nextStep(entry)}{' '}
        {due && <NextTest due={due} isOver={due < today} isInvited={isInvited} />}
      </p>
      {places}
      <div className={styles.actions}>
        <Buttons>
          {actions}
          <span>
            {raised ? (
              <>
                Our medical line: <MedicalLine />
              </>
            ) : (
              <>
                Questions? <Helpline />
              </>
            )}
          </span>
        </Buttons>
      </div>
      {raised ? (
        <p>
          {RAISED_WORDS[raised].how} {RAISED_LIMITS[raised]}{' '}
          <Link to="/information-hub/prostate-diseases-and-prostate-cancer#what-happens-after-a-raised-result">
            What happens after a raised result
          </Link>
        </p>
      ) : (
        <LimitsOfTheTest />
      )}
    </div>
  )
}

type NextTestProps = { due: string; isOver: boolean; isInvited: boolean }

function NextTest({ due, isOver, isInvited }: NextTestProps) {
  const month = <time dateTime={due}>{monthAndYear(due)}</time>
  if (!isOver) return <>Plan your next test for {month}.</>
  if (isInvited) return <>Your next test was due in {month}. You can hold a place above.</>
  return (
    <>
      The test after this one was due in {month}. If you have not had it,{' '}
      <Link to="/book-event-main">find a screening event</Link>.
    </>
  )
}

/** The clinician's advice, otherwise the charity's for the band. */
function nextStep(entry: MedicalResult): string {
  const { nextStep: advised, comments, outcome } = resultText(entry)
  const band = entry.result?.band
  const raised = raisedBand(band)
  if (advised) return advised
  if (outcome) return 'You do not need to do anything before the next test.'
  if (raised) return RAISED_WORDS[raised].next
  if (band) return chapsText(band)?.next ?? ''
  return comments
    ? 'The clinician’s comment tells you what to do. If you are not sure, please call us.'
    : 'If you are not sure what to do about this result, please call us.'
}
