import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { spokenName } from '../../../domain/latin-names.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { loadAppointment } from './load-appointment.ts'
import { SlipSheet } from './slip-sheet.tsx'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const found = await loadAppointment(params, signal)
  const id = found.appointment.event_id
  return { ...found, event: await read('GET /api/office/events/:id', { params: { id }, signal }) }
}

/** What the confirmation by e-mail says, to read out or print. */
export function Component() {
  const { member, appointment, event } = useLoaderData<typeof loader>()
  const name = spokenName(member)
  const isBooked = appointment.status === 'booked'
  return (
    <OfficePage
      title={isBooked ? 'Your appointment' : 'Your appointment is cancelled'}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: `/members/${member.id}` },
      ]}
      actions={
        <>
          <Button onClick={() => print()}>Print</Button>
          <ButtonLink kind="quiet" to={`/members/${member.id}`}>
            Done
          </ButtonLink>
        </>
      }
    >
      <SlipSheet member={member} appointment={appointment} event={event} />
    </OfficePage>
  )
}
