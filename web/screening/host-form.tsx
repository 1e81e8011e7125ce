import type { FilledForm } from '../../domain/contact.ts'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/choices.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { type BoxWidth, type Option, TextAreaField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './host-form.module.css'

type HostFormProps = { filled: FilledForm | null; payers: readonly Option[] }

type Line = {
  name: string
  label: string
  hint?: string
  type?: string
  autoComplete?: string
  inputMode?: 'numeric'
  width?: BoxWidth
}

const DAY: readonly Line[] = [
  { name: 'day', label: 'Day', hint: 'For example, 12 March, or Saturdays in spring' },
  { name: 'place', label: 'Place', hint: 'The name of the hall or workplace, and the town' },
  {
    name: 'men',
    label: 'How many men',
    hint: 'A rough number is fine',
    inputMode: 'numeric',
    width: 4,
  },
]

const CONTACT: readonly Line[] = [
  { name: 'first-name', label: 'First name', autoComplete: 'given-name' },
  { name: 'last-name', label: 'Last name', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'phone-number', label: 'Phone number', type: 'tel', autoComplete: 'tel' },
]

export function HostForm({ filled, payers }: HostFormProps) {
  const errors = filled?.errors ?? []
  const text = (name: string) => ({
    name,
    defaultValue: filled?.values[name],
    error: errors.find(({ field }) => field === name)?.message,
  })
  const lineOf = (line: Line) => <TextField key={line.name} {...line} {...text(line.name)} />
  return (
    <form className={styles.form} method="post" action="/forms/host-a-day" noValidate>
      <ErrorSummary errors={errors} />
      {filled?.problem && (
        <Notice tone="warn" role="alert">
          <p>{filled.problem}</p>
        </Notice>
      )}
      <section aria-labelledby="the-day">
        <h2 id="the-day">The day</h2>
        {DAY.map(lineOf)}
        <RadioGroup label="Who pays" options={payers} {...text('payer')} />
      </section>
      <section aria-labelledby="you">
        <h2 id="you">Your contact details</h2>
        <div className={styles.pair}>{CONTACT.map(lineOf)}</div>
        <TextAreaField label="Anything else" optional rows={5} {...text('message')} />
      </section>
      <div hidden>
        <label>
          Leave this empty
          <input type="text" name="_gotcha" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button type="submit">Send request</Button>
    </form>
  )
}
