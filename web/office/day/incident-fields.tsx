import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { INCIDENT_KINDS, INCIDENT_TEXT_LENGTH } from '../../../domain/office/incidents.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { missingFields } from '../parts/office-form.tsx'
import { INCIDENT_WORDS } from './incident-text.ts'

type Props = {
  /** Of the event. */
  date: string
  now: Date
  people: readonly { value: string; label: string }[]
  errorOf: (field: string) => string | undefined
}

export const NOBODY = 'nobody'

/** What happened, to whom, when, and what was done. */
export function IncidentFields({ date, now, people, errorOf }: Props) {
  return (
    <>
      <SelectField
        name="kind"
        label="What happened?"
        placeholder="Choose"
        options={INCIDENT_KINDS.map((kind) => ({ value: kind, label: INCIDENT_WORDS[kind] }))}
        error={errorOf('kind')}
      />
      <SelectField
        name="appointment_id"
        label="Who was it?"
        hint="For a needle injury of a helper, choose whose blood it was if you know."
        placeholder="Choose"
        options={[{ value: NOBODY, label: 'Nobody on the list' }, ...people]}
        error={errorOf('appointment_id')}
      />
      <TextField
        name="time"
        type="time"
        label="When did it happen?"
        hint={`The time on ${weekdayAndDate(date)}`}
        width={10}
        defaultValue={ukDate(now) === date ? ukTime(now) : ''}
        error={errorOf('time')}
      />
      <TextAreaField
        name="text"
        label="What was done?"
        hint="What you saw, what you did and how they were when they left. The office, clinicians and the day lead can read it. Members get it in the copy of their data."
        rows={5}
        maxLength={INCIDENT_TEXT_LENGTH}
        error={errorOf('text')}
      />
    </>
  )
}

export function missingOfIncident(typed: FormData) {
  return missingFields(typed, {
    kind: 'Choose what happened.',
    appointment_id: 'Choose a person, or nobody on the list.',
    time: 'Enter the time.',
    text: 'Say what was done.',
  })
}
