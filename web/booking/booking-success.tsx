import { charity } from '../../content/charity.ts'
import { longDate } from '../../domain/uk-time.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { externalAddress } from '../placeholders.ts'
import { requireMember } from '../session.ts'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Stepper } from '../ui/stepper.tsx'
import type { Route } from './+types/booking-success.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { AppointmentCode } from './appointment-code.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { BeforeAndOnTheDay } from './before-and-on-the-day.tsx'
import { loadUpcoming } from './book.ts'
import { stepsTo } from './booking-path.ts'
import styles from './booking-success.module.css'
import { NeedsScript } from './needs-script.tsx'
import { NoSuchBooking } from './no-such-booking.tsx'

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.appointment ? 'Booking confirmed' : 'Your booking'
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** Without `ref`, the next booked appointment. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { profileId } = await requireMember({ request })
  const reference = new URL(request.url).searchParams.get('ref')
  const upcoming = await loadUpcoming(profileId)
  const appointment = upcoming.find((one) =>
    reference ? one.reference === reference : one.status === 'booked',
  )
  return { appointment: appointment ?? null }
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading your booking</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

export default function BookingSuccess({ loaderData: { appointment } }: Route.ComponentProps) {
  if (appointment?.status !== 'booked') return <NoSuchBooking />
  const steps = stepsTo({ isPaid: appointment.payment_status === 'paid by card' })
  return (
    <Wrap>
      <div className={styles.page}>
        <Stepper steps={steps} current={steps.length - 1} />
        <div className={styles.panel}>
          <Icon name="check-circle" />
          <div>
            <h1 tabIndex={-1}>Your place is booked</h1>
            <p>
              {appointment.appt_time} on {longDate(appointment.appt_date)}
            </p>
          </div>
        </div>
        <AppointmentFacts appointment={appointment} now={new Date()} />
        <AppointmentCode appointment={appointment} />
        <AddToCalendar appointment={appointment} />
        <section className={styles.next} aria-labelledby="what-happens-next">
          <h2 id="what-happens-next">What happens next</h2>
          <ol>
            <li>
              We are sending a confirmation to <b>{appointment.email}</b>. Please check your inbox,
              and your spam folder too.
            </li>
            <li>
              What to leave out before your test, when to arrive and what to bring stand{' '}
              <a href="#in-the-days-before">further down</a>.
            </li>
            <li>Your result is put into your portal. We write to you when it is there.</li>
          </ol>
          <Buttons>
            <ButtonLink to="/">Go to Home</ButtonLink>
            <ButtonLink kind="quiet" to="/upcoming-events">
              See your upcoming events
            </ButtonLink>
          </Buttons>
        </section>
        <BeforeAndOnTheDay />
        <section className={styles.give} aria-labelledby="give">
          <h2 id="give">Help the next man to be tested</h2>
          <p>Our events live on gifts. If you can, please leave one.</p>
          <p>
            <a href={externalAddress('donate')}>Donate to {charity.name}</a>
          </p>
        </section>
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Your booking" what="your booking" />
}
