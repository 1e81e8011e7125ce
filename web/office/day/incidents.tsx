import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import {
  type DayIncidents,
  INCIDENT_KINDS,
  INCIDENT_TEXT_LENGTH,
  type Incident,
} from '../../../domain/office/incidents.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { dateOfIncident, IncidentFields, missingOfIncident, NOBODY } from './incident-fields.tsx'
import { ACT_WORDS, INCIDENT_WORDS } from './incident-text.ts'
import styles from './incidents.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<DayIncidents> {
  return read('GET /api/office/days/:id/incidents', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** What went wrong with somebody at the event: recorded, added to and looked at, never edited. */
export function Component() {
  const day = useLoaderData<DayIncidents>()
  const isClinician = useCan('incidents.look')
  const { incidents, event_id: id } = day
  return (
    <OfficePage
      title="Incidents"
      trail={[
        isClinician ? { label: 'Incidents', to: '/incidents' } : { label: 'Days', to: '/days' },
      ]}
      lede={`${day.event_name}, ${weekdayAndDate(day.event_date)}`}
    >
      <div className={styles.incidents}>
        <Notice tone="warn">
          <p>In an emergency, call 999 first.</p>
        </Notice>
        {day.has_begun ? (
          <section aria-labelledby="record">
            <h2 id="record">Record an incident</h2>
            <RecordIncident key={incidents[0]?.incident_id ?? 0} {...day} />
          </section>
        ) : (
          <p>You can record an incident from the day of the event.</p>
        )}
        <section aria-labelledby="recorded">
          <h2 id="recorded">Recorded so far</h2>
          {!day.sees_all && <p>You see the incidents that you recorded.</p>}
          {incidents.length === 0 && <p>There are no incidents.</p>}
          {incidents.map((one) => (
            <OneIncident key={one.incident_id} eventId={id} incident={one} />
          ))}
        </section>
      </div>
    </OfficePage>
  )
}

function RecordIncident({ event_id: id, event_date: date, people }: DayIncidents) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const now = new Date()

  async function send(typed: FormData) {
    const kind = INCIDENT_KINDS.find((one) => one === textIn(typed, 'kind'))
    if (!kind) return
    const person = textIn(typed, 'appointment_id')
    const body = {
      kind,
      appointment_id: person === NOBODY ? null : Number(person),
      date: dateOfIncident(typed, date),
      time: textIn(typed, 'time'),
      text: textIn(typed, 'text'),
    }
    await write('POST /api/office/days/:id/incidents', {
      params: { id },
      body,
      idempotencyKey: keyOf(body),
    })
    await reportDone('The incident has been recorded. A clinician will look at it.')
  }
  return (
    <OfficeForm submit="Record the incident" check={missingOfIncident} send={send}>
      {(errorOf) => (
        <IncidentFields
          date={date}
          now={now}
          people={people.map((one) => ({
            value: String(one.appointment_id),
            label: `${one.name}, ${one.time}`,
          }))}
          errorOf={errorOf}
        />
      )}
    </OfficeForm>
  )
}

type Task = 'notes' | 'look'

function OneIncident({ eventId, incident }: { eventId: number; incident: Incident }) {
  const [task, setTask] = useState<Task | null>(null)
  const mayLook = useCan('incidents.look')
  const { incident_id: id, kind, person, happened_at: happened, is_looked_at: isDone } = incident
  const who = person ? `${person.name}, ${person.time}` : 'Nobody on the list'
  const name = `${INCIDENT_WORDS[kind]}: ${who}`
  return (
    <article className={styles.incident} aria-labelledby={`incident-${id}`}>
      <h3 id={`incident-${id}`}>{name}</h3>
      <p>
        {momentInWords(new Date(happened))}{' '}
        <Badge tone={isDone ? 'good' : 'warn'}>
          {isDone ? 'Looked at' : 'Waiting for a clinician'}
        </Badge>
      </p>
      <ol>
        {incident.entries.map((one) => (
          <li key={one.at}>
            <p className={styles.by}>
              {ACT_WORDS[one.act]} {one.by}, {momentInWords(new Date(one.at))}
            </p>
            <p className={styles.text}>{one.text}</p>
          </li>
        ))}
      </ol>
      {task === null ? (
        <p className={styles.buttons}>
          <TextButton aria-label={`Add a note: ${name}`} onClick={() => setTask('notes')}>
            Add a note
          </TextButton>
          {mayLook && !isDone && (
            <TextButton aria-label={`Mark as looked at: ${name}`} onClick={() => setTask('look')}>
              Mark as looked at
            </TextButton>
          )}
        </p>
      ) : (
        <AddEntry eventId={eventId} incident={incident} task={task} onEnd={() => setTask(null)} />
      )}
    </article>
  )
}

const TASK_WORDS: Record<Task, { submit: string; label: string; missing: string; done: string }> = {
  notes: {
    submit: 'Add the note',
    label: 'What is to be added or corrected?',
    missing: 'Write the note.',
    done: 'The note has been added.',
  },
  look: {
    submit: 'Mark as looked at',
    label: 'What did you decide?',
    missing: 'Say what you decided.',
    done: 'The incident has been marked as looked at.',
  },
}

function AddEntry({
  eventId,
  incident,
  task,
  onEnd,
}: {
  eventId: number
  incident: Incident
  task: Task
  onEnd: () => void
}) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const words = TASK_WORDS[task]
  const { incident_id: id, entries } = incident

  async function send(text: string) {
    const body = { text, after: entries.length }
    const options = {
      params: { id: eventId, incident: id },
      body,
      idempotencyKey: keyOf({ ...body, task }),
    }
    if (task === 'notes')
      await write('POST /api/office/days/:id/incidents/:incident/notes', options)
    else await write('POST /api/office/days/:id/incidents/:incident/look', options)
    onEnd()
    await reportDone(words.done)
  }
  return (
    <ReasonForm
      name="text"
      id={`${task}-${id}`}
      submit={words.submit}
      label={words.label}
      missing={words.missing}
      rows={3}
      maxLength={INCIDENT_TEXT_LENGTH}
      send={send}
      onCancel={onEnd}
    />
  )
}
