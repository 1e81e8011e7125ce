import { useState } from 'react'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { TextButton } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { UNDERSTANDS } from '../members/before-consent.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { Recorded, Task } from './day-tasks.ts'
import { TaskForm } from './task-form.tsx'
import { nameOf } from './who-text.ts'

/** Asked before the blood is taken. */
export function UnderstandsQuestion({ onTask }: { onTask: (task: Task) => void }) {
  return (
    <p>
      {UNDERSTANDS} If you doubt it, there is no test today:{' '}
      <TextButton onClick={() => onTask('doubt')}>I doubt it</TextButton>
    </p>
  )
}

/** Why somebody doubts that the member understands the test; a clinician reads it. */
export function DoubtTask({
  person,
  onRecord,
}: {
  person: ShownPerson
  onRecord: (action: Recorded) => void
}) {
  const [error, setError] = useState<string>()
  function save(typed: FormData) {
    const note = textIn(typed, 'note')
    setError(note === '' ? 'Say why you doubt it.' : undefined)
    if (note !== '') onRecord({ type: 'doubt', note })
  }
  return (
    <TaskForm submit="No test today" save={save}>
      <p>
        The booking stays. Tell {nameOf(person)}, and who is with them, that a clinician will call
        about it. Only a clinician reads what you write here.
      </p>
      <TextAreaField
        name="note"
        label="Why do you doubt that they understand?"
        hint="What you saw or heard, in plain words. Who was with them?"
        rows={3}
        maxLength={500}
        error={error}
      />
    </TaskForm>
  )
}
