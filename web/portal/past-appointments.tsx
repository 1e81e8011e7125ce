import { Link } from 'react-router'
import type { PastAppointment } from '../../domain/contract.ts'
import { refundStatusInWords } from '../../domain/refund-text.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { AppointmentBadges } from './appointment-badges.tsx'
import { PortalSection } from './portal-section.tsx'
import record from './record.module.css'
import { RecordHead } from './record.tsx'
import { useShowAll } from './use-show-all.tsx'

const FIRST = 5

/** `past` is null when unavailable. */
export function PastAppointments({ past }: { past: PastAppointment[] | null }) {
  const { shown, more } = useShowAll(past ?? [], FIRST)
  if (past?.length === 0) return null
  return (
    <PortalSection title="Past appointments">
      {past === null && (
        <p>We could not load your past appointments. Please try again in a moment.</p>
      )}
      <ul className={record.rows}>
        {shown.map((appointment) => (
          <PastRow key={appointment.appointment_id} appointment={appointment} />
        ))}
      </ul>
      {more}
    </PortalSection>
  )
}

function PastRow({ appointment }: { appointment: PastAppointment }) {
  const { event_name, product_name, appt_date, appt_time, reference } = appointment
  const { status, result_id } = appointment
  const story = refundStatusInWords(appointment)
  return (
    <li className={record.row}>
      <RecordHead
        level={3}
        title={event_name}
        under={
          <>
            {product_name},{' '}
            <time dateTime={appt_date}>
              {appt_time} on {dayInWords(appt_date)}
            </time>
            , reference <span className="num">{reference}</span>
          </>
        }
        badges={
          <AppointmentBadges appointment={appointment} isOver hasResult={result_id !== null} />
        }
      />
      {status === 'cancelled' && story && <p>{story}</p>}
      {status === 'booked' && result_id === null && <p>Your result is not ready yet.</p>}
      <p className={record.links}>
        {result_id !== null && (
          <Link to={`/medical-results/${result_id}`}>
            See your result<span className="visually-hidden"> of {event_name}</span>
          </Link>
        )}
        {status === 'booked' && result_id === null && (
          <Link to="/medical-results">
            See the progress of your test
            <span className="visually-hidden">, {event_name}</span>
          </Link>
        )}
        <Link to={`/book-event-main?for=${kindOf(appointment)}`}>
          Book again<span className="visually-hidden"> after {event_name}</span>
        </Link>
      </p>
    </li>
  )
}

/** The audience as the event list's query names it. */
function kindOf({ exclusive_for }: PastAppointment): string {
  return exclusive_for.toLowerCase()
}
