import { Link } from 'react-router'
import { hasCome } from '../../../domain/arrived.ts'
import { pounds } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-shown.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { appointmentState } from '../parts/appointment-state.ts'
import { DataTable } from '../parts/data-table.tsx'
import { freeCancellation, HAS_ARRIVED, isUpcoming, owedPence, whenText } from './booking-text.ts'
import styles from './member.module.css'

type Appointment = OfficeMember['appointments'][number]

type Props = { member: OfficeMember; mayChange: boolean }

/** What the member is booked for, or has still to pay: what a caller rings about. */
export function ComingAppointments({ member, mayChange }: Props) {
  const now = new Date()
  const rows = member.appointments.filter((one) => isOpen(one, now))
  return (
    <section aria-labelledby="coming">
      <h2 id="coming">Coming appointments</h2>
      {rows.length === 0 ? (
        <p>There are no coming appointments.</p>
      ) : (
        <Appointments
          caption="Coming appointments"
          member={member}
          mayChange={mayChange}
          rows={rows}
          now={now}
        />
      )}
    </section>
  )
}

export function EarlierAppointments({ member, mayChange }: Props) {
  const now = new Date()
  const rows = member.appointments.filter((one) => !isOpen(one, now))
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">Earlier and cancelled appointments</h2>
      <Appointments
        caption="Earlier and cancelled appointments"
        member={member}
        mayChange={mayChange}
        rows={rows}
        now={now}
      />
    </section>
  )
}

function isOpen(appointment: Appointment, now: Date): boolean {
  return isUpcoming(appointment, now) || owedPence(appointment) > 0
}

function Appointments({
  caption,
  member,
  mayChange,
  rows,
  now,
}: Props & { caption: string; rows: readonly Appointment[]; now: Date }) {
  const hasChangeable = mayChange && rows.some((one) => isOpen(one, now))
  return (
    <DataTable
      caption={caption}
      hideCaption
      rows={rows}
      rowKey={({ appointment_id: id }) => id}
      columns={[
        {
          label: 'When',
          cell: ({ date, time }) => `${dayInWords(date)}, ${time}`,
        },
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name }) => <Link to={`/events/${id}`}>{name}</Link>,
        },
        {
          label: 'Reference',
          cell: ({ reference }) => <span className={styles.reference}>{reference}</span>,
        },
        {
          label: 'State',
          cell: (appointment) => <State appointment={appointment} now={now} />,
        },
        { label: 'What happened', cell: ({ history }) => <History history={history} /> },
        ...(hasChangeable
          ? [
              {
                label: 'Change',
                cell: (appointment: Appointment) => (
                  <Change memberId={member.id} appointment={appointment} now={now} />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function State({ appointment, now }: { appointment: Appointment; now: Date }) {
  const { payment, price_pence: price } = appointment
  const paid = moneyInWords(appointment.money)
  const { tone, words } = appointmentState(appointment)
  const freeUntil = freeCancellation(appointment, now)
  return (
    <div className={styles.lines}>
      <Badge tone={tone}>{words}</Badge>
      <span>
        {payment ?? 'Paid at the venue'}
        {price > 0 && ` (${pounds(price)})`}
      </span>
      {paid && <span>{paid}</span>}
      {freeUntil && <span>Can cancel free of charge until {momentInWords(freeUntil)}</span>}
    </div>
  )
}

function History({ history }: Pick<Appointment, 'history'>) {
  return (
    <div className={`${styles.lines} ${styles.small} ${styles.typed}`}>
      {history.map(({ at, by, action, from, reason }) => (
        <div key={at + action}>
          {action}
          {from && ` from ${momentInWords(new Date(from))}`} by {by || 'a colleague'},{' '}
          {momentInWords(new Date(at))}
          {reason && `: ${reason}`}
        </div>
      ))}
    </div>
  )
}

function Change({
  memberId,
  appointment,
  now,
}: {
  memberId: number
  appointment: Appointment
  now: Date
}) {
  const { appointment_id: id, event_id: event } = appointment
  const to = `/members/${memberId}/appointments/${id}`
  const which = <span className="visually-hidden"> the appointment at {whenText(appointment)}</span>
  return (
    <div className={styles.lines}>
      {isUpcoming(appointment, now) && (
        <>
          {hasCome(appointment.attendance) ? (
            <span className={styles.small}>{HAS_ARRIVED}</span>
          ) : (
            <>
              <Link to={`${to}/move/${event}`}>Move{which}</Link>
              <Link to={`${to}/cancel`}>Cancel{which}</Link>
            </>
          )}
          <Link to={`${to}/slip`}>
            Slip
            <span className="visually-hidden"> for the appointment at {whenText(appointment)}</span>
          </Link>
        </>
      )}
      {owedPence(appointment) > 0 && (
        <Link to={`${to}/payment`}>
          Payment
          <span className="visually-hidden"> for the appointment at {whenText(appointment)}</span>
        </Link>
      )}
    </div>
  )
}
