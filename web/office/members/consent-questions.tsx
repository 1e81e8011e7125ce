import type { ConsentForm } from '../../../domain/consent.ts'
import { BeforeYouConsent } from '../../booking/before-you-consent.tsx'
import { ConsentTicks } from '../../booking/consent-ticks.tsx'
import { HealthQuestions } from '../../booking/health-questions.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './member.module.css'

type Props = {
  channel: 'telephone' | 'paper'
  takenBy: string
  answers: ConsentForm
  errorOf: (field: string) => string | undefined
  onChange: (next: ConsentForm) => void
}

/** The questions of the site in the same words, to be read out or copied from paper. */
export function ConsentQuestions({ channel, takenBy, ...questions }: Props) {
  return (
    <div className={styles.consent}>
      <p>
        {channel === 'telephone'
          ? 'Please read all of this out to the member and enter the answers.'
          : 'Enter the answers from the signed form, and keep the form.'}
      </p>
      <TextField
        name="taken_by"
        label={channel === 'telephone' ? 'Who reads it out' : 'Who took the paper'}
        defaultValue={takenBy}
        maxLength={120}
        autoComplete="off"
        error={questions.errorOf('taken_by')}
      />
      <BeforeYouConsent />
      <HealthQuestions {...questions} />
      <ConsentTicks {...questions} />
    </div>
  )
}
