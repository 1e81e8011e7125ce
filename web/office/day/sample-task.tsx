import { type KeyboardEvent, useState } from 'react'
import { formerOwner, isSamePerson, type ShownPerson } from '../../../domain/office/day-people.ts'
import type { TubeRule } from '../../../domain/office/tube-patterns.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded, Task } from './day-tasks.ts'
import { UnderstandsQuestion } from './doubt-task.tsx'
import { Camera } from './scan/camera.tsx'
import { slipProblem } from './slip-problem.ts'
import { TaskForm } from './task-form.tsx'
import { tubeProblem } from './tube-problem.ts'
import type { ScannedPair } from './use-slips.ts'
import { Who } from './who.tsx'
import { nameOf } from './who-text.ts'

type Props = {
  person: ShownPerson
  people: readonly ShownPerson[]
  rule: TubeRule
  hasSlips: boolean
  /** Slip and tube that were scanned and wait. */
  pair: ScannedPair
  /** May give a tube that was taken back to somebody else. */
  isLead: boolean
  onRecord: (action: Recorded) => void
  onScan: (code: string) => void
  onTask: (task: Task) => void
}

type Errors = {
  tube?: string | undefined
  slip?: string | undefined
  reason?: string
}

export function SampleTask(props: Props) {
  const { person, people, rule, hasSlips, pair, isLead, onRecord, onScan, onTask } = props
  const [isCameraOn, setCameraOn] = useState(false)
  const [errors, setErrors] = useState<Errors>(() =>
    pair.slip && pair.tube ? { slip: slipProblem(pair, { person, people, rule }) } : {},
  )
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
      return setErrors({
        reason: `Explain how you know that this sample belongs to ${nameOf(person)}.`,
      })
    const slip = textIn(typed, 'slip')
    const differs = hasSlips ? slipProblem({ slip, tube }, { person, people, rule }) : undefined
    const mayGoOn = !differs || reason !== ''
    setErrors({ tube: problem, slip: differs })
    if (problem || !mayGoOn) return
    const hasReason = isGiven || differs !== undefined
    onRecord({ type: 'sample', tube, ...(slip && { slip }), ...(hasReason && { reason }) })
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
      {hasSlips && <SlipField scanned={pair.slip} error={errors.slip} />}
      <TextField
        name="tube"
        label="Tube code"
        hint="Scan the label or type the code below the bars"
        width={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={pair.tube}
        error={errors.tube}
        isAnnounced
      />
      {errors.slip && !former && (
        <TextField
          name="reason"
          label={`To carry on anyway, explain how you know that this sample belongs to ${nameOf(person)}.`}
          hint="A clinician must read this before the laboratory’s result can go on."
          maxLength={200}
          isAnnounced
        />
      )}
      {former && (
        <TextField
          name="reason"
          label={`This tube was removed from ${nameOf(former)}. Why does it belong to ${nameOf(person)}?`}
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

function SlipField({ scanned, error }: { scanned: string; error: string | undefined }) {
  return (
    <TextField
      name="slip"
      label="Code of the slip"
      hint="Scan the slip that the member has brought, then the tube"
      width={20}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      defaultValue={scanned}
      error={error}
      isAnnounced
      onKeyDown={toTube}
    />
  )
}

/** A scanner ends the code of the slip with Enter; the code of the tube comes next. */
function toTube(event: KeyboardEvent<HTMLInputElement>) {
  const tube = event.currentTarget.form?.elements.namedItem('tube')
  if (event.key !== 'Enter' || !(tube instanceof HTMLInputElement)) return
  event.preventDefault()
  tube.select()
}

function NoTestToday({ onTask }: Pick<Props, 'onTask'>) {
  return (
    <>
      <p>
        Do not take blood. A clinician will call the member, and the person who decides for them. If
        blood has already been taken, keep the tube apart and call the clinician.
      </p>
      <Buttons>
        <Button onClick={() => onTask('not_sampled')}>No sample was taken</Button>
      </Buttons>
    </>
  )
}
