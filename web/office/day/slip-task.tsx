import { useState } from 'react'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded } from './day-tasks.ts'
import { Camera } from './scan/camera.tsx'
import { givenSlipProblem } from './slip-problem.ts'
import { TaskForm } from './task-form.tsx'
import { Who } from './who.tsx'
import { nameOf } from './who-text.ts'

type Props = {
  person: ShownPerson
  people: readonly ShownPerson[]
  rule: TubeRule
  /** What was scanned and is not theirs, or ''. */
  scanned: string
  onRecord: (action: Recorded) => void
  onScan: (code: string) => void
  onClose: () => void
}

/** After the check-in: which number the member carries to the chair. */
export function SlipTask({ person, people, rule, scanned, onRecord, onScan, onClose }: Props) {
  const [isCameraOn, setCameraOn] = useState(false)
  const [error, setError] = useState<string>()
  const around = { person, people, rule }
  function save(typed: FormData) {
    const slip = textIn(typed, 'slip')
    const problem = givenSlipProblem(slip, around)
    setError(problem)
    if (!problem) onRecord({ type: 'slip', slip })
  }
  const scanError = scanned === '' ? undefined : givenSlipProblem(scanned, around)
  return (
    <TaskForm submit={`Slip given: ${nameOf(person)}`} save={save}>
      <Who
        person={person}
        people={people}
        ask="Stick the SLIP label of the next pair on the paper of this member, scan it, and keep its tube label with the paper:"
      />
      <TextField
        key={scanned}
        name="slip"
        label="Code of the slip"
        hint="Scan the label or type the code below the bars"
        width={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={scanned}
        error={error ?? scanError}
        isAnnounced
      />
      {isCameraOn && <Camera onCode={onScan} />}
      <Buttons>
        <TextButton onClick={() => setCameraOn(!isCameraOn)}>
          {isCameraOn ? 'Switch the camera off' : 'Scan with the camera'}
        </TextButton>
        <Button kind="quiet" onClick={onClose}>
          Later
        </Button>
      </Buttons>
    </TaskForm>
  )
}
