import { useState } from 'react'
import { NOT_SAMPLED_REASONS } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import { BothTheirsTask } from './both-theirs-task.tsx'
import type { Recorded, Task } from './day-tasks.ts'
import { REASON_WORDS } from './day-text.ts'
import { DoubtTask } from './doubt-task.tsx'
import { SampleTask } from './sample-task.tsx'
import { ScanText } from './scan/scan-text.tsx'
import { SlipTask } from './slip-task.tsx'
import { SupportFirst } from './support.tsx'
import { TaskForm } from './task-form.tsx'
import { UndoTask } from './undo-task.tsx'
import type { ScannedPair } from './use-slips.ts'
import { Who } from './who.tsx'
import { nameOf } from './who-text.ts'

type Props = {
  person: ShownPerson
  task: Task
  /** The action that an undo is about, where one was named; or null. */
  named: string | null
  isLead: boolean
  /** What the laboratory takes as a tube's code. */
  rule: TubeRule
  /** Members carry the number of their tube on a slip. */
  hasSlips: boolean
  /** Slip and tube that were scanned and wait. */
  pair: ScannedPair
  people: readonly ShownPerson[]
  /** What the last scan needs to say, or null. */
  scanned: string | null
  onScan: (code: string) => void
  onTask: (task: Task) => void
  onRecord: (action: Recorded) => void
  onClose: () => void
}

export function PersonDialog(props: Props) {
  const { person, task, pair, scanned, onClose } = props
  return (
    <Modal title={nameOf(person)} onClose={onClose}>
      <ScanText text={scanned} />
      {task !== 'undo' && <SupportFirst person={person} />}
      {task === 'arrive' && <CheckIn {...props} />}
      {task === 'slip' && <SlipTask {...props} scanned={pair.slip} />}
      {task === 'sample' && <SampleTask key={`${pair.slip} ${pair.tube}`} {...props} />}
      {task === 'not_sampled' && <NoSample {...props} />}
      {task === 'undo' && <UndoTask {...props} />}
      {task === 'both_theirs' && <BothTheirsTask {...props} />}
      {task === 'doubt' && <DoubtTask {...props} />}
    </Modal>
  )
}

function CheckIn({ person, people, onRecord, onClose }: Props) {
  return (
    <>
      <Who
        person={person}
        people={people}
        ask="Ask for their name and date of birth. They must match:"
      />
      <p>Their appointment is at {person.time}.</p>
      {!person.is_booked && (
        <p>This appointment was cancelled. Is there a place for {nameOf(person)}?</p>
      )}
      <Buttons>
        <Button onClick={() => onRecord({ type: 'arrive' })}>Check in: {nameOf(person)}</Button>
        <Button kind="quiet" onClick={onClose}>
          It is somebody else
        </Button>
      </Buttons>
    </>
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
