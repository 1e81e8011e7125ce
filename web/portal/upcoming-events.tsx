import type { Appointment } from '../../domain/contract.ts'
import { get } from '../api.ts'
import { BeforeAndOnTheDay } from '../booking/before-and-on-the-day.tsx'
import { loadUpcoming } from '../booking/book.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { reportClientError } from '../report-error.ts'
import { requireMember } from '../session.ts'
import type { Route } from './+types/upcoming-events.ts'
import { AppointmentRow } from './appointment-row.tsx'
import { LoadingPortal } from './loading-portal.tsx'
import { MyWaitingLists } from './my-waiting-lists.tsx'
import { NextTest } from './next-test.tsx'
import { NoAppointments } from './no-appointments.tsx'
import { PastAppointments } from './past-appointments.tsx'
import { PaymentsUnderWay } from './payments-under-way.tsx'
import { PortalPage } from './portal-page.tsx'
import { PortalSection } from './portal-section.tsx'
import record from './record.module.css'
import { SavedOnPhone } from './saved-ticket/saved-on-phone.tsx'
import styles from './upcoming-events.module.css'

export function meta() {
  return [{ title: `Upcoming events – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** `past`, `waits`, `underWay` and `recall` are null when unavailable; `withoutConsent` lists event ids. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const params = { id: member.profileId }
  const [upcoming, past, waits, consents, recall, underWay] = await Promise.all([
    loadUpcoming(member.profileId),
    get(context, 'GET /api/appointments/past-appointments/user/:id', { params }).then(
      ({ appointments }) => appointments,
      unavailable,
    ),
    get(context, 'GET /api/waiting-list').then(({ waits }) => waits, unavailable),
    get(context, 'GET /api/medical/consents').then(({ consents }) => consents, unavailable),
    get(context, 'GET /api/recall').then(({ recall }) => recall, unavailable),
    get(context, 'GET /api/payments/under-way').then(({ payments }) => payments, unavailable),
  ])
  const withdrawn = (consents ?? []).filter(({ withdrawn_at }) => withdrawn_at !== null)
  const withoutConsent = withdrawn.map(({ event_id }) => event_id)
  const sorted = upcoming.toSorted(bookedFirst)
  return { member, upcoming: sorted, past, waits, underWay, withoutConsent, recall }
}

function unavailable(error: unknown): null {
  reportClientError('Failed to load a part of the appointments', error)
  return null
}

function bookedFirst(a: Appointment, b: Appointment): number {
  return Number(a.status === 'cancelled') - Number(b.status === 'cancelled')
}

export function HydrateFallback() {
  return <LoadingPortal>Loading your appointments</LoadingPortal>
}

export default function UpcomingEvents({ loaderData }: Route.ComponentProps) {
  const { member, upcoming, past, waits, underWay, withoutConsent, recall } = loaderData
  return (
    <PortalPage title="Upcoming events" member={member}>
      <PaymentsUnderWay payments={underWay} />
      <MyWaitingLists waits={waits} />
      <NextTest member={member} recall={recall} />
      {upcoming.length === 0 ? (
        !underWay?.length && <NoAppointments />
      ) : (
        <PortalSection title="Upcoming appointments">
          <ul className={record.list}>
            {upcoming.map((appointment) => (
              <AppointmentRow
                key={appointment.appointment_id}
                appointment={appointment}
                isWithoutConsent={withoutConsent.includes(appointment.event_id)}
              />
            ))}
          </ul>
        </PortalSection>
      )}
      <SavedOnPhone appointments={upcoming} />
      {upcoming.some(({ status }) => status === 'booked') && (
        <div className={styles.before}>
          <BeforeAndOnTheDay />
        </div>
      )}
      <PastAppointments past={past} />
    </PortalPage>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Upcoming events" what="your appointments" />
}
