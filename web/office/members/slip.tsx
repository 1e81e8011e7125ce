import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { appointmentCodeOf } from '../../../domain/appointment-code.ts'
import { eventAddress } from '../../../domain/events.ts'
import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import { spokenName } from '../../../domain/latin-names.ts'
import { pounds } from '../../../domain/money.ts'
import { BEFORE_THE_TEST, ON_THE_DAY, WAITS } from '../../../domain/preparation.ts'
import { charity } from '../../charity.ts'
import { QrCode } from '../../two-step/qr-code.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { whenText } from './booking-text.ts'
import { loadAppointment } from './load-appointment.ts'
import styles from './member.module.css'

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
  const where = eventAddress(event)
  const lines = [name, ...member.address_lines, member.town, member.postcode]
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
      <article className={styles.slip}>
        <address>
          {lines
            .filter((line) => line)
            .map((line) => (
              <div key={line}>{line}</div>
            ))}
        </address>
        <p>
          {isBooked
            ? `Dear ${member.first_name}, your appointment is booked.`
            : `Dear ${member.first_name}, this appointment is cancelled. Please do not come.`}
        </p>
        <Facts>
          <Fact term="When">{whenText(appointment)}</Fact>
          <Fact term="Test">
            {event.product_name} at {event.event_name}
          </Fact>
          {where !== '' && <Fact term="Where">{where}</Fact>}
          <Fact term="Booking reference">{appointment.reference}</Fact>
          {isBooked && <Fact term="To pay">{toPay(appointment)}</Fact>}
        </Facts>
        {isBooked && (
          <>
            <figure className={styles.code}>
              <QrCode
                text={appointmentCodeOf(appointment.reference)}
                label={`QR code of the booking reference ${appointment.reference}`}
              />
              <figcaption>Please bring this page. We scan the code at the door.</figcaption>
            </figure>
            <h2>Before your test</h2>
            <Facts>
              {WAITS.map(([term, text]) => (
                <Fact key={term} term={term}>
                  {text}
                </Fact>
              ))}
            </Facts>
            <p>{BEFORE_THE_TEST}</p>
            <h2>On the day</h2>
            <p>{ON_THE_DAY}</p>
            <p>
              To change or cancel your appointment, please call our booking helpline on{' '}
              {charity.booking_helpline}, {charity.helpline_hours}.
            </p>
          </>
        )}
        {!isBooked && (
          <p>
            To book another appointment, please call our booking helpline on{' '}
            {charity.booking_helpline}, {charity.helpline_hours}.
          </p>
        )}
      </article>
    </OfficePage>
  )
}

function toPay(appointment: Parameters<typeof duePence>[0]): string {
  const [due, unpaid] = [duePence(appointment), unpaidPence(appointment)]
  if (due > 0) return `${pounds(due)} at the venue`
  return unpaid > 0 ? `${pounds(unpaid)}. Our office will tell you how to pay.` : 'Nothing'
}
