import { Link } from 'react-router'
import type { Appointment } from '../../domain/contract.ts'
import { venueInWords } from '../../domain/venue-facts.ts'
import { AddToCalendar } from '../booking/add-to-calendar.tsx'
import { AppointmentCode } from '../booking/appointment-code.tsx'
import { WhenFacts } from '../booking/appointment-facts.tsx'
import { DayLeaf } from '../booking/day-box.tsx'
import { PlaceWithDirections } from '../booking/place-with-directions.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { AppointmentBadges } from './appointment-badges.tsx'
import { ChangeOfPlans } from './change-of-plans.tsx'
import { RecordHead } from './record.tsx'
import styles from './upcoming-events.module.css'

export function AppointmentRow({
  appointment,
  isWithoutConsent,
}: {
  appointment: Appointment
  isWithoutConsent: boolean
}) {
  const { event_name, product_name, appt_date, status } = appointment
  const hasNoConsent = isWithoutConsent && status === 'booked'
  return (
    <li className={styles.appointment} data-status={status}>
      <RecordHead
        level={3}
        title={event_name}
        leaf={<DayLeaf date={appt_date} />}
        under={product_name}
        badges={<AppointmentBadges appointment={appointment} hasNoConsent={hasNoConsent} />}
      />
      {hasNoConsent && (
        <Notice tone="warn" title="Without your consent" level={4}>
          <p>
            You have withdrawn your consent, so we cannot test you.{' '}
            <Link to="/portal/consents">See your consents, or give consent again</Link>
          </p>
        </Notice>
      )}
      <Facts>
        <WhenFacts appointment={appointment} />
        <Fact term="Place">
          <PlaceWithDirections address={appointment.event_location} />
        </Fact>
        {venueInWords(appointment.venue).map(({ label, text }) => (
          <Fact key={label} term={label}>
            {text}
          </Fact>
        ))}
        <Fact term="Email">{appointment.email}</Fact>
        <Fact term="Reference">
          <span className="num">{appointment.reference}</span>
        </Fact>
      </Facts>
      {status === 'booked' && (
        <>
          <AppointmentCode appointment={appointment} />
          <AddToCalendar appointment={appointment} />
        </>
      )}
      <ChangeOfPlans appointment={appointment} />
    </li>
  )
}
