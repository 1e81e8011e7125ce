import { useNavigate } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { ApiError } from '../../api.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm } from '../parts/office-form.tsx'

type Props = { member: OfficeMember; event: OfficeEvent }

/** Sentences of the site speak to the member; these speak to the clerk. */
const SENTENCES: Record<string, string> = {
  places_left: 'A place has just become free. Load the page again and book it.',
  duplicate: 'The member has already booked this event.',
  existing_booking:
    'The member already has an upcoming appointment, so they could not take a place. Cancel or move it first.',
  booking_closed: 'Booking has closed for this event, and so has the waiting list.',
  erasure_asked: 'The member has asked us to erase their data, so they cannot join a waiting list.',
}

/** In place of the booking form when every place of the event is taken. */
export function JoinWaitingList({ member, event }: Props) {
  const navigate = useNavigate()
  const { event_id: id, event_name: eventName, waiting } = event
  const name = `${member.first_name} ${member.last_name}`

  async function add() {
    try {
      const body = { member_id: member.id }
      const wait = await write('POST /api/office/events/:id/waiting-list', { params: { id }, body })
      toast({
        text: `${name} is on the waiting list for ${eventName}, at position ${wait.position}.`,
        tone: 'success',
      })
    } catch (error) {
      const sentence = error instanceof ApiError ? SENTENCES[error.code] : undefined
      if (!(error instanceof ApiError) || sentence === undefined) throw error
      throw new ApiError(error.status, { ...error.body, error: sentence })
    }
    await navigate(`/events/${id}/attendees?tab=waiting`)
  }

  return (
    <OfficeForm
      submit="Put on the waiting list"
      send={add}
      leave="Choose another event"
      onCancel={() => navigate(`/members/${member.id}/book`)}
    >
      {() => (
        <Notice tone="warn" title="There are no free times">
          <p>
            {waiting === 0 ? 'Nobody is' : waiting === 1 ? '1 person is' : `${waiting} people are`}{' '}
            on the waiting list.{' '}
            {member.email === null
              ? 'We have no email address for this member. When a place is free for them, Open tasks asks for a call.'
              : `We will email the member at ${member.email} when it is their turn and a place is free.`}
          </p>
        </Notice>
      )}
    </OfficeForm>
  )
}
