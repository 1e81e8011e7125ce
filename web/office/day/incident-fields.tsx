import { useState } from 'react'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import {
  INCIDENT_KINDS,
  INCIDENT_TEXT_LENGTH,
  incidentDates,
} from '../../../domain/office/incidents.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { missingFields, textIn } from '../parts/office-form.tsx'
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
  const [openedAt] = useState(now)
  const dates = incidentDates(date, openedAt)
  const today = dates.find((one) => one === ukDate(openedAt))
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
      {dates.length > 1 && (
        <SelectField
          name="date"
          label="On which day was it?"
          options={dates.map((one) => ({ value: one, label: weekdayAndDate(one) }))}
          defaultValue={today ?? date}
          error={errorOf('date')}
        />
      )}
      <TextField
        name="time"
        type="time"
        label="When did it happen?"
        hint={dates.length > 1 ? undefined : `The time on ${weekdayAndDate(date)}`}
        width={10}
        defaultValue={today ? ukTime(openedAt) : ''}
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

/** The date that was chosen, or the event's own where there is no choice. */
export function dateOfIncident(typed: FormData, eventDate: string): string {
  return textIn(typed, 'date') || eventDate
}

export function missingOfIncident(typed: FormData) {
  return missingFields(typed, {
    kind: 'Choose what happened.',
    appointment_id: 'Choose a person, or nobody on the list.',
    time: 'Enter the time.',
    text: 'Say what was done.',
  })
}
