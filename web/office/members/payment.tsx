import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AppointmentPage } from './appointment-page.tsx'
import { owedPence, whenText } from './booking-text.ts'
import { loadAppointment } from './load-appointment.ts'
import styles from './member.module.css'
import { SendLink } from './send-link.tsx'
import { RecordVenuePayment, Waive } from './venue-payment-forms.tsx'

export function loader({ params, request }: LoaderFunctionArgs) {
  return loadAppointment(params, request.signal)
}

/** What the office can do about a price that is still owed. */
export function Component() {
  const found = useLoaderData<typeof loader>()
  const { member, appointment } = found
  const owed = owedPence(appointment)
  return (
    <AppointmentPage
      verb="Payment for"
      member={member}
      lede={`${appointment.event_name}, ${whenText(appointment)}`}
      actions={
        member.email === null && (
          <ButtonLink
            kind="quiet"
            to={`/members/${member.id}/appointments/${appointment.appointment_id}/slip`}
          >
            Read out or print the confirmation
          </ButtonLink>
        )
      }
    >
      {owed === 0 ? (
        <p>
          There is nothing left to pay for this appointment.{' '}
          {appointment.payment === 'Nothing to pay' ? '' : appointment.payment}
        </p>
      ) : (
        <div className={styles.record}>
          <p>
            {pounds(owed)} to pay. {appointment.payment}.
          </p>
          {appointment.payment_status === 'not paid' && <SendLink {...found} />}
          <RecordVenuePayment {...found} />
          <Waive {...found} />
        </div>
      )}
    </AppointmentPage>
  )
}
