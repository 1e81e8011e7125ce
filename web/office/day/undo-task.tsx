import { useState } from 'react'
import { decidingActions } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { actionsOf } from '../../../domain/office/day-presses.ts'
import type { DayTaking } from '../../../domain/office/day-shapes.ts'
import { standingTakings } from '../../../domain/office/day-takings.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded } from './day-tasks.ts'
import { pressWords, standingPresses, takingWords } from './press-words.ts'
import { TaskForm } from './task-form.tsx'

type Props = {
  person: ShownPerson
  /** The action that was named before the dialog opened, or null. */
  named: string | null
  onRecord: (action: Recorded) => void
}

/**
 * Takes back one named action. The one that gives the present state is chosen beforehand, unless
 * there are two of it.
 */
export function UndoTask({ person, named, onRecord }: Props) {
  const [errors, setErrors] = useState<{ undoes?: string; reason?: string }>({})
  const presses = standingPresses(person)
  const takings = standingTakings(person)
  const [deciding, ...others] = decidingActions(actionsOf(presses))
  const chosen = named ?? (others.length === 0 ? deciding?.id : undefined)
  const hasTube = presses.some(({ tube }) => tube !== null)
  function save(typed: FormData) {
    const undoes = textIn(typed, 'undoes')
    const reason = textIn(typed, 'reason')
    const wrong = {
      ...(undoes === '' && { undoes: 'Choose what to undo.' }),
      ...(reason === '' && { reason: 'Say why, in a few words.' }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) onRecord({ type: 'undo', undoes, reason })
  }
  return (
    <TaskForm submit="Undo" save={save}>
      <RadioGroup
        name="undoes"
        label="What do you want to undo?"
        options={[
          ...presses.map((press) => ({ value: press.id, label: pressWords(press) })),
          ...takings.map((taking) => ({ value: taking.id, label: takingWords(taking) })),
        ]}
        defaultValue={chosen ?? (presses.length === 0 ? onlyOf(takings) : undefined)}
        error={errors.undoes}
        isAnnounced
      />
      {hasTube && (
        <p>
          If you undo a tube, it can be scanned again for the same member. The day lead can give it
          to somebody else, with a reason.
        </p>
      )}
      {takings.length > 0 && (
        <p>
          Undo a payment only if it was recorded for the wrong person or with the wrong amount, or
          if you have given the money back. It will then be to pay again.
        </p>
      )}
      <TextField name="reason" label="Why?" maxLength={200} error={errors.reason} isAnnounced />
    </TaskForm>
  )
}

function onlyOf(takings: readonly DayTaking[]): string | undefined {
  const [only, ...others] = takings
  return others.length === 0 ? only?.id : undefined
}
