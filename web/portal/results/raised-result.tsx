import type { ReactNode } from 'react'
import type { MedicalResult } from '../../../domain/contract.ts'
import { RAISED_WORDS, type RaisedBand } from '../../../domain/raised-results.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { GpDay } from './gp-day.tsx'
import { MedicalLine } from './medical-line.tsx'
import styles from './raised-result.module.css'
import { resultText } from './result-text.ts'

type Props = {
  entry: MedicalResult
  band: RaisedBand
  today: string
  profileId: number
  onChanged: () => Promise<void>
}

/** What a red or amber result asks of the member, under the next step. */
export function RaisedResult({ entry, band, today, profileId, onChanged }: Props) {
  const { value, testDate } = resultText(entry)
  const { result } = entry
  const { say, bring, happens, notMeant, sooner, contact } = RAISED_WORDS[band]
  const reading = [value?.result, value?.unit].filter(Boolean).join(' ')
  return (
    <>
      <Part title="What to say to the receptionist">
        <blockquote className={styles.say}>
          {say({ test: testDate ? dayInWords(testDate) : 'a day this year', found: reading })}
        </blockquote>
        <p>{bring}</p>
      </Part>
      {result && (
        <Part title="Your GP appointment">
          <GpDay
            profileId={profileId}
            resultId={result.result_id}
            sampleDate={result.sample_date}
            entered={result.gp_appointment_on ?? null}
            today={today}
            onChanged={onChanged}
          />
        </Part>
      )}
      <Part title="What happens next">
        <List of={happens} />
        {band === 'Amber' && (
          <p>
            <ButtonLink kind="quiet" to="/book-event-main">
              Find an event for the next test
            </ButtonLink>
          </p>
        )}
      </Part>
      <Part title="What it does not mean">
        <List of={notMeant} />
      </Part>
      <Part title="When to see your GP sooner">
        <p>{sooner}</p>
      </Part>
      <Part title="Who calls who, and when">
        <List of={contact} />
        <p className={styles.line}>
          Medical line: <MedicalLine />
        </p>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function List({ of: lines }: { of: readonly string[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
