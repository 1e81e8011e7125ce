import { appointmentCodeOf } from '../../../domain/appointment-code.ts'
import { eventAddress } from '../../../domain/events.ts'
import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import { spokenName } from '../../../domain/latin-names.ts'
import { pounds } from '../../../domain/money.ts'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import { BEFORE_THE_TEST, ON_THE_DAY, WAITS } from '../../../domain/preparation.ts'
import { charity } from '../../charity.ts'
import { QrCode } from '../../two-step/qr-code.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { whenText } from './booking-text.ts'
import styles from './member.module.css'

/** What the confirmation by email says, as a letter of one page with the address for a window. */
export function SlipSheet({
  member,
  appointment,
  event,
}: {
  member: OfficeMember
  appointment: OfficeMember['appointments'][number]
  event: OfficeEvent
}) {
  const isBooked = appointment.status === 'booked'
  const where = eventAddress(event)
  const lines = postalLines(member) ?? [spokenName(member)]
  return (
    <article className={styles.slip}>
      <address>
        {lines.map((line) => (
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
  )
}

/** As the envelope's window shows it; null for an address that no letter reaches. */
export function postalLines(member: OfficeMember): string[] | null {
  const { care_of: careOf, address_lines: lines, town, postcode } = member
  return letterAddress({ name: spokenName(member), careOf, lines, town, postcode })
}

function toPay(appointment: Parameters<typeof duePence>[0]): string {
  const [due, unpaid] = [duePence(appointment), unpaidPence(appointment)]
  if (due > 0) return `${pounds(due)} at the venue`
  return unpaid > 0 ? `${pounds(unpaid)}. Our office will tell you how to pay.` : 'Nothing'
}
