import { type FormEvent, type ReactNode, useState } from 'react'
import { NOT_SAMPLED_REASONS } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { DayAction } from '../../../domain/office/day-shapes.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import { REASON_WORDS, STATE_WORDS } from './day-words.ts'
import { Camera } from './scan/camera.tsx'
import { ScanWords } from './scan/scan-words.tsx'
import { SupportFirst } from './support.tsx'
import { tubeProblem } from './tube-problem.ts'

export type Task = DayAction['type']
export type Recorded = Pick<DayAction, 'type'> &
  Partial<Pick<DayAction, 'tube' | 'reason' | 'note' | 'undoes'>>

type Props = {
  person: ShownPerson
  task: Task
  people: readonly ShownPerson[]
  /** What the last scan needs to say, or null. */
  scanned: string | null
  onScan: (code: string) => void
  onTask: (task: Task) => void
  onRecord: (action: Recorded) => void
  onClose: () => void
}

export function PersonDialog(props: Props) {
  const { person, task, scanned, onClose } = props
  return (
    <Modal title={`${person.first_name} ${person.last_name}`} onClose={onClose}>
      <ScanWords words={scanned} />
      {task !== 'undo' && <SupportFirst person={person} />}
      {task === 'arrive' && <CheckIn {...props} />}
      {task === 'sample' && <Sample {...props} />}
      {task === 'not_sampled' && <NoSample {...props} />}
      {task === 'undo' && <Undo {...props} />}
    </Modal>
  )
}

function CheckIn({ person, onRecord, onClose }: Props) {
  return (
    <>
      <p>Please ask him his name and his date of birth. It must be:</p>
      <p>
        <b>
          {person.first_name} {person.last_name}, {dayInWords(person.date_of_birth)}
        </b>
      </p>
      <p>His time is {person.time}.</p>
      {!person.is_booked && <p>He had cancelled this appointment. Is there a place for him?</p>}
      <Buttons>
        <Button onClick={() => onRecord({ type: 'arrive' })}>Check in</Button>
        <Button kind="quiet" onClick={onClose}>
          It is somebody else
        </Button>
      </Buttons>
    </>
  )
}

function Sample({ person, people, onRecord, onScan, onTask }: Props) {
  const [isCameraOn, setCameraOn] = useState(false)
  const [error, setError] = useState<string>()
  function save(typed: FormData) {
    const tube = textIn(typed, 'tube')
    const problem = tubeProblem(tube, person, people)
    setError(problem)
    if (!problem) onRecord({ type: 'sample', tube })
  }
  return (
    <TaskForm submit="Sample taken" save={save}>
      <TextField
        name="tube"
        label="Code of the tube"
        hint="Scan the label or type what stands below the bars"
        width={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={error}
        isAnnounced
      />
      {isCameraOn && <Camera onCode={onScan} />}
      <Buttons>
        <TextButton onClick={() => setCameraOn(!isCameraOn)}>
          {isCameraOn ? 'Switch the camera off' : 'Scan with the camera'}
        </TextButton>
        {person.state === 'arrived' && (
          <TextButton onClick={() => onTask('not_sampled')}>No sample was taken</TextButton>
        )}
      </Buttons>
    </TaskForm>
  )
}

function NoSample({ onRecord }: Props) {
  const [error, setError] = useState<string>()
  function save(typed: FormData) {
    const reason = textIn(typed, 'reason')
    const note = textIn(typed, 'note')
    setError(reason === '' ? 'Choose a reason.' : undefined)
    if (reason !== '') onRecord({ type: 'not_sampled', reason, ...(note && { note }) })
  }
  return (
    <TaskForm submit="No sample" save={save}>
      <RadioGroup
        name="reason"
        label="Why was no sample taken?"
        options={NOT_SAMPLED_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
        error={error}
        isAnnounced
      />
      <TextField name="note" label="Note" optional maxLength={500} />
    </TaskForm>
  )
}

function Undo({ person, onRecord }: Props) {
  const [error, setError] = useState<string>()
  function save(typed: FormData) {
    const reason = textIn(typed, 'reason')
    setError(reason === '' ? 'Say why, in a few words.' : undefined)
    if (reason === '') return
    onRecord({ type: 'undo', reason, ...(person.action_id && { undoes: person.action_id }) })
  }
  const hasTube = person.tubes.length > 0
  return (
    <TaskForm submit="Undo" save={save}>
      <p>
        This takes back <b>{STATE_WORDS[person.state]}</b>.
        {hasTube &&
          ' The tube keeps its owner for ever: if it was another man’s blood, put a new label on it.'}
      </p>
      <TextField name="reason" label="Why?" maxLength={200} error={error} isAnnounced />
    </TaskForm>
  )
}

function TaskForm({
  submit,
  save,
  children,
}: {
  submit: string
  save: (typed: FormData) => void
  children: ReactNode
}) {
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save(new FormData(event.currentTarget))
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      {children}
      <Buttons>
        <Button type="submit">{submit}</Button>
      </Buttons>
    </form>
  )
}
