import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import type { DoorSession } from '../day-session.ts'
import { type Draft, nameOf, newDraft } from './draft.ts'
import { STEP_PARAM } from './walk-in.tsx'

/** Opens a registration, or the one that was begun. */
export function RegisterButton({ session, draft }: { session: DoorSession; draft: Draft | null }) {
  const [, setParams] = useSearchParams()
  if (draft)
    return (
      <Button kind="quiet" onClick={() => setParams({ [STEP_PARAM]: 'check' })}>
        Continue registering {nameOf(draft) || 'a walk-in'}
      </Button>
    )
  async function begin() {
    await session.changeDraft(newDraft())
    setParams({ [STEP_PARAM]: 'who' })
  }
  return (
    <Button kind="quiet" onClick={begin}>
      Register a walk-in
    </Button>
  )
}
