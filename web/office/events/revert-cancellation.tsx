import { useNavigate } from 'react-router'
import type { BulkAction } from '../../../domain/office/bulk-actions.ts'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useCan } from '../session.ts'

/** For a cancellation that has reached everybody, or waits for a second person. */
export function RevertCancellation({ action }: { action: BulkAction }) {
  const navigate = useNavigate()
  const { event_id: id, state, failed, reverted_at: reverted } = action
  const isWaiting = state === 'waits for a second person'
  const mayCancel = useCan('events.cancel')
  if (reverted !== null || !(isWaiting || (mayCancel && state === 'done' && failed === 0)))
    return null

  async function revert(reason: string) {
    const body = { reason }
    if (isWaiting)
      await write('POST /api/office/bulk-actions/:id/stop', { params: { id: action.id }, body })
    else await write('POST /api/office/events/:id/cancellation/revert', { params: { id }, body })
    const text = isWaiting
      ? 'It has been stopped, and the event goes ahead.'
      : 'The event is a draft again.'
    toast({ text, tone: 'success' })
    await navigate(`/events/${id}`)
  }

  return (
    <section aria-labelledby="revert">
      <h2 id="revert">{isWaiting ? 'Stop it' : 'Reinstate the event'}</h2>
      <p>
        {isWaiting
          ? 'The event goes ahead: appointments stay, and booking is open again.'
          : 'The event will become a draft again, with all its places free. The appointments stay cancelled and the refunds stay as they are. After you publish it, you can message the people whose appointments were cancelled, under Attendees.'}
      </p>
      <ReasonForm
        submit={isWaiting ? 'Stop it' : 'Make it a draft again'}
        label="Why"
        send={revert}
      />
    </section>
  )
}
