import { CHARITY_NAME } from '../../content/charity.ts'
import { longDate } from '../../domain/uk-time.ts'
import { charity } from '../charity.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Stepper } from '../ui/stepper.tsx'
import type { Route } from './+types/booking-success.ts'
import { AddToCalendar } from './add-to-calendar.tsx'
import { AppointmentCode } from './appointment-code.tsx'
import { AppointmentFacts } from './appointment-facts.tsx'
import { BeforeAndOnTheDay } from './before-and-on-the-day.tsx'
import { loadUpcoming } from './book.ts'
import { stepsTo } from './booking-path.ts'
import styles from './booking-success.module.css'
import { LoadingStep } from './loading-step.tsx'
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
  return <LoadingStep>Loading your booking</LoadingStep>
}

export default function BookingSuccess({ loaderData: { appointment } }: Route.ComponentProps) {
  if (appointment?.status !== 'booked') return <NoSuchBooking />
  const steps = stepsTo({ isPaid: appointment.payment_status === 'paid by card' })
  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.steps}>
          <Stepper steps={steps} current={steps.length - 1} />
        </div>
        <div className={styles.panel}>
          <Icon name="check-circle" />
          <div>
            <h1 tabIndex={-1}>Your place is booked</h1>
            <p>
              {appointment.appt_time} on {longDate(appointment.appt_date)}
            </p>
          </div>
        </div>
        <AddToCalendar appointment={appointment} isPrimary />
        <AppointmentFacts appointment={appointment} now={new Date()} />
        <div className={styles.slip}>
          <AppointmentCode appointment={appointment} />
          <p className={styles.print}>
            <Button kind="quiet" icon="printer" onClick={() => window.print()}>
              Print your slip
            </Button>
          </p>
        </div>
        <section className={styles.next} aria-labelledby="what-happens-next">
          <h2 id="what-happens-next">What happens next</h2>
          <ol>
            <li>
              We are sending a confirmation to <b>{appointment.email}</b>. Please check your inbox,
              and your spam folder too.
            </li>
            <li>
              What to avoid before your test, when to arrive and what to bring are{' '}
              <a href="#in-the-days-before">further down</a>.
            </li>
          </ol>
          <Buttons>
            <ButtonLink kind="quiet" to="/upcoming-events">
              See your upcoming events
            </ButtonLink>
            <ButtonLink kind="quiet" to="/">
              Go to Home
            </ButtonLink>
          </Buttons>
        </section>
        <BeforeAndOnTheDay />
        <section className={styles.give} aria-labelledby="give">
          <h2 id="give">Help the next man to be tested</h2>
          <p>Donations keep our events going. If you can, please donate.</p>
          <p>
            <a href={charity.donate_url}>Donate to {CHARITY_NAME}</a>
          </p>
        </section>
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Your booking" what="your booking" />
}
