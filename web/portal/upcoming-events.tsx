import type { Appointment } from '../../domain/contract.ts'
import { loadUpcoming } from '../booking/book.ts'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/upcoming-events.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { NoAppointments } from './no-appointments.tsx'
import { PortalPage } from './portal-page.tsx'
import { RecordList } from './record.tsx'

export function meta() {
  return [{ title: `Upcoming events – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** The member and his appointments to come, soonest first, those he has cancelled after the others. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const appointments = await loadUpcoming(member.profileId)
  return { member, appointments: appointments.toSorted(bookedFirst) }
}

function bookedFirst(a: Appointment, b: Appointment): number {
  return Number(a.status === 'cancelled') - Number(b.status === 'cancelled')
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading your appointments</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

/** The member's appointments to come, each with its way out (spec §2, portal). */
export default function UpcomingEvents({ loaderData }: Route.ComponentProps) {
  const { member, appointments } = loaderData
  return (
    <PortalPage title="Upcoming events" member={member}>
      {appointments.length === 0 ? (
        <NoAppointments />
      ) : (
        <RecordList>
          {appointments.map((appointment) => (
            <AppointmentRow key={appointment.appointment_id} appointment={appointment} />
          ))}
        </RecordList>
      )}
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Upcoming events" what="your appointments" />
}
