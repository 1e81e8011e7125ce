import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { spokenName } from '../../../domain/latin-names.ts'
import type { Attendee } from '../../../domain/office/attendee-schemas.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read } from '../api.ts'
import { loadAppointment } from '../members/load-appointment.ts'
import { postalLines, SlipSheet } from '../members/slip-sheet.tsx'
import { PhoneLink } from '../parts/contact-links.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { counted, whenInWords } from './event-text.ts'

type Slip = Awaited<ReturnType<typeof loadAppointment>>

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const id = String(params.id)
  const event = await read('GET /api/office/events/:id', { params: { id }, signal })
  const slips: Slip[] = []
  for (const { member_id: member, appointment_id: appointment } of await withoutEmail(id, signal))
    slips.push(
      await loadAppointment({ id: String(member), appointment: String(appointment) }, signal),
    )
  return {
    event,
    slips: slips.filter(({ member }) => postalLines(member) !== null),
    others: slips.filter(({ member }) => postalLines(member) === null).map(({ member }) => member),
  }
}

async function withoutEmail(id: string, signal: AbortSignal, after?: string): Promise<Attendee[]> {
  const query = { tab: 'without_email', ...(after !== undefined && { after }) }
  const { data, next } = await read('GET /api/office/events/:id/attendees', {
    params: { id },
    query,
    signal,
  })
  return next === null ? data : [...data, ...(await withoutEmail(id, signal, next))]
}

/** A reminder on paper for each booked member whom no email reaches, one on each sheet. */
export function Component() {
  const { event, slips, others } = useLoaderData<typeof loader>()
  return (
    <OfficePage
      title="Reminders by post"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
        { label: 'Attendees', to: `/events/${event.event_id}/attendees?tab=without_email` },
      ]}
      actions={slips.length > 0 && <Button onClick={() => window.print()}>Print</Button>}
      lede={`${event.event_name}, ${whenInWords(event)}. ${counted(slips.length, 'slip')} for members without an email address.`}
    >
      {others.length > 0 && (
        <Notice tone="warn" title="No letter reaches these members. Please call them.">
          <ul>
            {others.map((member) => (
              <li key={member.id}>
                <Link to={`/members/${member.id}`}>{spokenName(member)}</Link>{' '}
                <PhoneLink phone={member.phone} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {slips.map(({ member, appointment }) => (
        <SlipSheet
          key={appointment.appointment_id}
          member={member}
          appointment={appointment}
          event={event}
        />
      ))}
    </OfficePage>
  )
}
