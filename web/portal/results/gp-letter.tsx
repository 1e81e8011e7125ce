import { charity } from '../../../content/charity.ts'
import type { MedicalResult, UserProfile } from '../../../domain/contract.ts'
import { LIMITS_FOR_GP } from '../../../domain/limits-of-the-test.ts'
import { groupNhsNumber } from '../../../domain/nhs-number.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { chapsText } from './band-mark.tsx'
import styles from './gp-letter.module.css'
import { resultText } from './result-text.ts'
import { takenOf } from './taken-under.tsx'

/** From this many characters a comment is set smaller, so that the letter fits one page. */
const LONG = 400

/** Whether the result was replaced, or replaces another; null for neither. */
function stateOf({ replaced_by, replaces: [earlier] = [] }: MedicalResult): string | null {
  if (replaced_by) return `Replaced on ${dayInWords(replaced_by.on)}. Do not use this result`
  if (!earlier) return null
  const { test_result, test_unit, released_on } = earlier
  const was = [test_result ?? 'no number', test_unit].filter(Boolean).join(' ')
  return `Replaces the report of ${dayInWords(released_on)} (${was})`
}

type LetterProps = { entry: MedicalResult; member: UserProfile; today: string }

/** One printed page; the patient has the name recorded with the sample. */
export function GpLetter({ entry, member, today }: LetterProps) {
  const { product, event, value, comments, nextStep, testDate, outcome } = resultText(entry)
  const patient = takenOf(entry, member)
  const { band, laboratory, retest_on: due } = entry.result ?? {}
  const facts: [term: string, fact: string | null | undefined][] = [
    ['Test', product],
    [
      'Result',
      value
        ? [value.result, value.unit].filter(Boolean).join(' ')
        : outcome && `No number. ${outcome.kind}. ${outcome.happened}`,
    ],
    ['State', stateOf(entry)],
    ['Sample taken', testDate && dayInWords(testDate)],
    ['Laboratory', laboratory],
    ['Taken at', event],
    ['Band given', band && `${band} (${chapsText(band)?.means.toLowerCase()})`],
    ['Comment', comments],
    ['Advised', nextStep],
    ['Next test due', due && dayInWords(due)],
  ]
  return (
    <section
      className={styles.letter}
      data-long={(comments ?? '').length + (nextStep ?? '').length > LONG || undefined}
      aria-label="Letter for your GP"
    >
      <p className={styles.from}>
        <b>{charity.name}</b> {charity.tagline}
        <br />
        {charity.address.join(', ')}
        <br />
        {charity.medicalEnquiries} · {charity.email}
      </p>
      <p>{dayInWords(today)}</p>
      <p>To the GP of</p>
      <p>
        <b>
          {patient.firstName} {patient.lastName}
        </b>
        <br />
        Born {dayInWords(patient.dateOfBirth)}
        <br />
        NHS number {patient.nhsNumber === null ? 'not given' : groupNhsNumber(patient.nhsNumber)}
        <br />
        {member.homeAddress}
      </p>
      <h1>Result of a PSA blood test</h1>
      <dl>
        {facts.map(([term, fact]) =>
          fact ? (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <p>
        Your patient was tested at one of our screening events and has brought you this letter.{' '}
        {LIMITS_FOR_GP}
      </p>
    </section>
  )
}
