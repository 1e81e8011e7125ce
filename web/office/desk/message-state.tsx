import type { OfficeMessage } from '../../../domain/office/desk-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { write } from '../api.ts'
import { useAction } from '../parts/use-action.ts'

type State = Pick<OfficeMessage, 'id' | 'name' | 'handled_at' | 'spam_reason'>

export function Handled({ id, name, handled_at: at }: State) {
  const body = { handled: at === null }
  const run = () => write('PUT /api/office/messages/:id/handled', { params: { id }, body })
  return <Change of={name} label={at === null ? 'Mark as handled' : 'Reopen'} run={run} />
}

/** Only for a message that is not handled yet. */
export function Spam({ id, name, handled_at: at, spam_reason: reason }: State) {
  const body = { spam: reason === null }
  const run = () => write('PUT /api/office/messages/:id/spam', { params: { id }, body })
  if (at !== null) return null
  return <Change of={name} label={reason === null ? 'Spam' : 'Not spam'} run={run} />
}

type ChangeProps = { of: string; label: string; run: () => Promise<unknown> }

function Change({ of, label, run }: ChangeProps) {
  const changing = useAction(run)
  return (
    <Button
      kind="quiet"
      pending={changing.isPending}
      aria-label={`${label}: the message of ${of}`}
      onClick={changing.run}
    >
      {label}
    </Button>
  )
}
