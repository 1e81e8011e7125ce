import { useState } from 'react'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { Day } from '../../../domain/office/day-schemas.ts'
import { INCIDENT_KINDS, type TabletIncident } from '../../../domain/office/incidents.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { Modal } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { textIn } from '../parts/office-form.tsx'
import { dateOfIncident, IncidentFields, missingOfIncident } from './incident-fields.tsx'
import { TaskForm } from './task-form.tsx'
import { nameOf } from './who-text.ts'

type Props = {
  event: Day['event']
  people: readonly ShownPerson[]
  now: Date
  onSave: (incident: TabletIncident) => void
  onClose: () => void
}

/** Records an incident on the tablet, which sends it when there is a connection. */
export function IncidentDialog({ event, people, now, onSave, onClose }: Props) {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const errorOf = (field: string) => errors.find((one) => one.field === field)?.message
  function save(typed: FormData) {
    const time = textIn(typed, 'time')
    const missing = missingOfIncident(typed)
    const date = dateOfIncident(typed, event.date)
    const isToCome = date > ukDate(now) || (date === ukDate(now) && time > ukTime(now))
    const wrong = isToCome
      ? [{ field: 'time', message: 'Enter a time that is not in the future.' }]
      : missing
    setErrors(wrong)
    const kind = INCIDENT_KINDS.find((one) => one === textIn(typed, 'kind'))
    if (wrong.length > 0 || !kind) return
    const person = people.find((one) => keyOf(one) === textIn(typed, 'appointment_id'))
    onSave({
      id: crypto.randomUUID(),
      kind,
      date,
      time,
      text: textIn(typed, 'text'),
      appointment_id: person?.appointment_id ?? null,
      ...(person && { walk_in: person.walk_in, person_name: `${nameOf(person)}, ${person.time}` }),
    })
  }
  return (
    <Modal title="Record an incident" onClose={onClose}>
      <Notice tone="warn">
        <p>In an emergency, call 999 first.</p>
      </Notice>
      <TaskForm submit="Record the incident" save={save}>
        <IncidentFields
          date={event.date}
          now={now}
          people={people.map((one) => ({
            value: keyOf(one),
            label: `${nameOf(one)}, ${one.time}`,
          }))}
          errorOf={errorOf}
        />
      </TaskForm>
    </Modal>
  )
}

function keyOf({ appointment_id: id, walk_in: walkIn }: ShownPerson): string {
  return String(id ?? walkIn)
}
