import { useState } from 'react'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded } from './day-tasks.ts'
import { pressText, standingPresses } from './press-text.ts'
import { TaskForm } from './task-form.tsx'

type Props = { person: ShownPerson; onRecord: (action: Recorded) => void }

/** A lead's word that every sample that stands was taken of this member. */
export function BothTheirsTask({ person, onRecord }: Props) {
  const [error, setError] = useState<string>()
  const samples = standingPresses(person).filter(({ type }) => type === 'sample')
  function save(typed: FormData) {
    const reason = textIn(typed, 'reason')
    setError(reason === '' ? 'Say why, in a few words.' : undefined)
    if (reason !== '')
      onRecord({ type: 'both_theirs', samples: samples.map(({ id }) => id), reason })
  }
  return (
    <TaskForm submit="Both are theirs" save={save}>
      <p>
        Look at each tube in the box, and ask who drew the blood. This says that all are theirs:
      </p>
      <ul>
        {samples.map((dayAction) => (
          <li key={dayAction.id}>{pressText(dayAction)}</li>
        ))}
      </ul>
      <TextField
        name="reason"
        label="Why are there two?"
        maxLength={200}
        error={error}
        isAnnounced
      />
    </TaskForm>
  )
}
