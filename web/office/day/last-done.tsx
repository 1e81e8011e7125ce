import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Recorded } from './day-tasks.ts'
import { nameAndBirth, nameOf } from './who-text.ts'

/** What was just recorded, under this id. */
export type Done = { id: string; person: ShownPerson; words: string }

/** Null for an action that needs no confirmation of its own. */
export function doneAfter(id: string, person: ShownPerson, action: Recorded): Done | null {
  if (action.type === 'arrive') return { id, person, words: `${nameOf(person)} is in.` }
  if (action.type !== 'sample' || !action.tube) return null
  const tube = groupedTubeCode(action.tube)
  return { id, person, words: `Tube ${tube} → ${nameAndBirth(person)}` }
}

/** Stands until the next action, so that a wrong one is seen and undone at once. */
export function LastDone({ done, onUndo }: { done: Done | null; onUndo: (done: Done) => void }) {
  return (
    <div role="status">
      {done && (
        <Notice icon="check-circle">
          <p>
            <b>{done.words}</b>{' '}
            <TextButton aria-label={`Undo: ${done.words}`} onClick={() => onUndo(done)}>
              Undo
            </TextButton>
          </p>
        </Notice>
      )}
    </div>
  )
}
