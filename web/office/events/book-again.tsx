import type { Attendee } from '../../../domain/office/attendee-schemas.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { forClerk } from '../members/booking-text.ts'
import { useAction } from '../parts/use-action.ts'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'

/** Books the time of a cancelled appointment again. */
export function BookAgain({ attendee }: { attendee: Attendee }) {
  const { appointment_id: id, name, date, time } = attendee
  const keyOf = useIdempotencyKey()
  const { isPending, run } = useAction(book)

  async function book() {
    if (id === null || date === null) return
    const when = `${time?.slice(0, 5)} on ${weekdayAndDate(date)}`
    const isSure = await confirm({
      title: `Book ${name} again for ${when}?`,
      text: 'This makes a new appointment with its own confirmation. Any amount that was refunded must be paid again.',
      yes: 'Book again',
      no: 'Go back',
    })
    if (!isSure) return
    const body = { reason: 'Cancelled by mistake' }
    const idempotencyKey = keyOf({ ...body, id })
    await write('POST /api/office/appointments/:id/rebooking', {
      params: { id },
      body,
      idempotencyKey,
    }).catch((error: unknown) => {
      throw forClerk(error)
    })
    toast({ text: `${name} is booked again for ${when}.`, tone: 'success' })
  }

  return (
    <Button kind="quiet" pending={isPending} onClick={run} aria-label={`Book again ${name}`}>
      Book again
    </Button>
  )
}
