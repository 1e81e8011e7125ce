import { useState } from 'react'
import { decidingActions } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { actionsOf } from '../../../domain/office/day-presses.ts'
import type { DayVenuePayment } from '../../../domain/office/day-schemas.ts'
import { standingVenuePayments } from '../../../domain/office/day-venue-payments.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded } from './day-tasks.ts'
import { pressText, standingPresses, takingText } from './press-text.ts'
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
  const actions = standingPresses(person)
  const venuePayments = standingVenuePayments(person)
  const [deciding, ...others] = decidingActions(actionsOf(actions))
  const chosen = named ?? (others.length === 0 ? deciding?.id : undefined)
  const hasTube = actions.some(({ tube }) => tube !== null)
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
          ...actions.map((dayAction) => ({ value: dayAction.id, label: pressText(dayAction) })),
          ...venuePayments.map((venuePayment) => ({
            value: venuePayment.id,
            label: takingText(venuePayment),
          })),
        ]}
        defaultValue={chosen ?? (actions.length === 0 ? onlyOf(venuePayments) : undefined)}
        error={errors.undoes}
        isAnnounced
      />
      {hasTube && (
        <p>
          If you undo a tube, it can be scanned again for the same member. The day lead can give it
          to somebody else, with a reason.
        </p>
      )}
      {venuePayments.length > 0 && (
        <p>
          Undo a payment only if it was recorded for the wrong person or with the wrong amount, or
          if you have given the money back. It will then be to pay again.
        </p>
      )}
      <TextField name="reason" label="Why?" maxLength={200} error={errors.reason} isAnnounced />
    </TaskForm>
  )
}

function onlyOf(venuePayments: readonly DayVenuePayment[]): string | undefined {
  const [only, ...others] = venuePayments
  return others.length === 0 ? only?.id : undefined
}
