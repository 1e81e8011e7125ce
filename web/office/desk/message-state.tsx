import type { OfficeMessage } from '../../../domain/office/desk-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { write } from '../api.ts'
import { useAction } from '../parts/use-action.ts'

type State = Pick<OfficeMessage, 'id' | 'name' | 'handled_at' | 'spam_reason'>

export function Handled({ id, name, handled_at: at }: State) {
  const isHandled = at !== null
  const label = isHandled ? 'Reopen' : 'Mark as handled'
  const { isPending, run } = useAction(() =>
    write('PUT /api/office/messages/:id/handled', {
      params: { id },
      body: { handled: !isHandled },
    }),
  )
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`${label}: the message of ${name}`}
      onClick={run}
    >
      {label}
    </Button>
  )
}

/** Only for a message that is not handled yet. */
export function Spam({ id, name, handled_at: at, spam_reason: reason }: State) {
  const isSpam = reason !== null
  const label = isSpam ? 'Not spam' : 'Spam'
  const { isPending, run } = useAction(() =>
    write('PUT /api/office/messages/:id/spam', { params: { id }, body: { spam: !isSpam } }),
  )
  if (at !== null) return null
  return (
    <Button
      kind="quiet"
      pending={isPending}
      aria-label={`${label}: the message of ${name}`}
      onClick={run}
    >
      {label}
    </Button>
  )
}
