import { useState } from 'react'
import { formerOwner, isSamePerson, type ShownPerson } from '../../../domain/office/day-people.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded, Task } from './day-tasks.ts'
import { UnderstandsQuestion } from './doubt-task.tsx'
import { Camera } from './scan/camera.tsx'
import { TaskForm } from './task-form.tsx'
import { tubeProblem } from './tube-problem.ts'
import { Who } from './who.tsx'
import { nameOf } from './who-words.ts'

type Props = {
  person: ShownPerson
  people: readonly ShownPerson[]
  rule: TubeRule
  /** May give a tube that was taken back to somebody else. */
  isLead: boolean
  onRecord: (action: Recorded) => void
  onScan: (code: string) => void
  onTask: (task: Task) => void
}

export function SampleTask({ person, people, rule, isLead, onRecord, onScan, onTask }: Props) {
  const [isCameraOn, setCameraOn] = useState(false)
  const [errors, setErrors] = useState<{ tube?: string | undefined; reason?: string }>({})
  /** Who had the tube before, where a lead must say why it is this member's. */
  const [former, setFormer] = useState<ShownPerson | null>(null)
  function save(typed: FormData) {
    const tube = textIn(typed, 'tube')
    const reason = textIn(typed, 'reason')
    const before = formerOwner(people, tube)
    const isGiven = isLead && before !== null && !isSamePerson(before, person)
    const problem = isGiven ? undefined : tubeProblem(tube, person, people, rule)
    setFormer(isGiven ? before : null)
    if (isGiven && reason === '')
      return setErrors({ reason: `Say why the blood is of ${nameOf(person)}.` })
    setErrors({ tube: problem })
    if (!problem) onRecord({ type: 'sample', tube, ...(isGiven && { reason }) })
  }
  if (person.is_capacity_doubted) return <NoTestToday onTask={onTask} />
  return (
    <TaskForm submit={`Sample taken: ${nameOf(person)}`} save={save}>
      <Who
        person={person}
        people={people}
        ask="Ask for name and date of birth again, then scan. It must be:"
      />
      <UnderstandsQuestion onTask={onTask} />
      <TextField
        name="tube"
        label="Code of the tube"
        hint="Scan the label or type what stands below the bars"
        width={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.tube}
        isAnnounced
      />
      {former && (
        <TextField
          name="reason"
          label={`This tube was taken back from ${nameOf(former)}. Why is it of ${nameOf(person)}?`}
          maxLength={200}
          error={errors.reason}
          isAnnounced
        />
      )}
      {isCameraOn && <Camera onCode={onScan} />}
      <Buttons>
        <TextButton onClick={() => setCameraOn(!isCameraOn)}>
          {isCameraOn ? 'Switch the camera off' : 'Scan with the camera'}
        </TextButton>
        {person.state === 'arrived' && (
          <Button kind="quiet" onClick={() => onTask('not_sampled')}>
            No sample was taken
          </Button>
        )}
      </Buttons>
    </TaskForm>
  )
}

function NoTestToday({ onTask }: Pick<Props, 'onTask'>) {
  return (
    <>
      <p>
        Take no blood. A clinician rings the member, and who decides for them. If blood was taken
        already, keep the tube apart and ring the clinician.
      </p>
      <Buttons>
        <Button onClick={() => onTask('not_sampled')}>No sample was taken</Button>
      </Buttons>
    </>
  )
}
