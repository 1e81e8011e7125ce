import { Link } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { OfficeMember } from '../../../domain/office/member-shapes.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { isUpcoming, whenWords } from './booking-words.ts'
import styles from './member.module.css'

type Appointment = OfficeMember['appointments'][number]

type Props = { member: OfficeMember; mayChange: boolean }

export function MemberAppointments({ member, mayChange }: Props) {
  const now = new Date()
  const hasChangeable = mayChange && member.appointments.some((one) => isUpcoming(one, now))
  return (
    <section aria-labelledby="appointments">
      <h2 id="appointments">Appointments</h2>
      {member.appointments.length === 0 ? (
        <p>There are none yet.</p>
      ) : (
        <DataTable
          caption="Appointments"
          hideCaption
          rows={member.appointments}
          rowKey={({ appointment_id: id }) => id}
          columns={[
            {
              label: 'When',
              cell: ({ date, time }) => `${dayInWords(date)}, ${time}`,
            },
            { label: 'Event', cell: ({ event_name: name }) => name },
            { label: 'Reference', cell: ({ reference }) => reference },
            { label: 'State', cell: (appointment) => <State {...appointment} /> },
            { label: 'What happened', cell: ({ history }) => <History history={history} /> },
            ...(hasChangeable
              ? [
                  {
                    label: 'Change',
                    cell: (appointment: Appointment) =>
                      isUpcoming(appointment, now) && (
                        <Change memberId={member.id} appointment={appointment} />
                      ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </section>
  )
}

function State({ status, payment, price_pence: price }: Appointment) {
  return (
    <div className={styles.lines}>
      {status === 'booked' ? <Badge tone="good">Booked</Badge> : <Badge>Cancelled</Badge>}
      <span>
        {payment ?? 'Taken at the venue'}
        {price > 0 && ` (${pounds(price)})`}
      </span>
    </div>
  )
}

function History({ history }: Pick<Appointment, 'history'>) {
  return (
    <div className={`${styles.lines} ${styles.small}`}>
      {history.map(({ at, by, action, from, reason }) => (
        <div key={at + action}>
          {action}
          {from && ` from ${from}`} by {by || 'a colleague'}, {momentInWords(new Date(at))}
          {reason && `: ${reason}`}
        </div>
      ))}
    </div>
  )
}

function Change({ memberId, appointment }: { memberId: number; appointment: Appointment }) {
  const { appointment_id: id, event_id: event } = appointment
  const to = `/members/${memberId}/appointments/${id}`
  const which = (
    <span className="visually-hidden"> the appointment at {whenWords(appointment)}</span>
  )
  return (
    <div className={styles.lines}>
      <Link to={`${to}/move/${event}`}>Move{which}</Link>
      <Link to={`${to}/cancel`}>Cancel{which}</Link>
    </div>
  )
}
