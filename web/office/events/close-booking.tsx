import { useState } from 'react'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'

const CALL = 'PUT /api/office/events/:id/booking'

/** Closes booking of a published event, or opens it again. */
export function CloseBooking({ event }: { event: OfficeEvent }) {
  const [isAsking, setAsking] = useState(false)
  const reportDone = useReportDone()
  const params = { id: event.event_id }
  const open = useAction(async () => {
    await write(CALL, { params, body: { is_open: true } })
    await reportDone('Booking is open again.')
  })
  if (event.booking_paused)
    return (
      <Button kind="quiet" pending={open.isPending} onClick={open.run}>
        Open booking
      </Button>
    )

  async function close(typed: FormData) {
    const reason = textIn(typed, 'reason')
    await write(CALL, { params, body: { is_open: false, reason } })
    setAsking(false)
    await reportDone('Booking is closed.')
  }

  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Close booking
      </Button>
      {isAsking && (
        <Modal title="Close booking?" onClose={() => setAsking(false)}>
          <p>
            Nobody new can book, hold a place or join the waiting list on the site. Appointments
            stay, and anybody who is booking at this moment keeps their place. Nobody on the waiting
            list is offered a place while booking is closed. Staff can still book for a member.
          </p>
          <OfficeForm
            submit="Close booking"
            leave="Keep it open"
            send={close}
            onCancel={() => setAsking(false)}
          >
            {(errorOf) => (
              <ReasonField
                label="Why (optional)"
                hint="Only staff see it."
                maxLength={300}
                error={errorOf('reason')}
              />
            )}
          </OfficeForm>
        </Modal>
      )}
    </>
  )
}
