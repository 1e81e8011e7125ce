import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { supportInWords } from '../../../domain/contact-and-support.ts'
import { pounds } from '../../../domain/money.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Button } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { addressOf, counted, whenInWords } from './event-text.ts'
import { HostContact } from './host-contact.tsx'
import styles from './printed-list.module.css'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const options = { params: { id: String(params.id) }, signal }
  const [event, { data }] = await Promise.all([
    read('GET /api/office/events/:id', options),
    read('GET /api/office/events/:id/printed-list', options),
  ])
  return { event, people: data, loadedAt: new Date() }
}

const room = () => <span className={styles.room} />
/** Empty lines for people who come without an appointment. */
const SPARE = Array.from({ length: 6 }, (_, n) => n)

/** What the door needs to recognise and help each member, with room to write. */
export function Component() {
  const { event, people, loadedAt } = useLoaderData<typeof loader>()
  const owed = people.reduce((sum, { to_pay: pence }) => sum + pence, 0)
  return (
    <OfficePage
      title="List for the door"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
        { label: 'Attendees', to: `/events/${event.event_id}/attendees` },
      ]}
      actions={<Button onClick={() => window.print()}>Print</Button>}
      lede={`${event.event_name}, ${whenInWords(event)}, ${addressOf(event)}`}
    >
      <div className={styles.list}>
        <p>
          Host: <HostContact event={event} />
        </p>
        <p>
          {counted(people.length, 'appointment')}, as of {momentInWords(loadedAt)}. This paper shows
          names and dates of birth. Do not give it to anybody, and destroy it after the event.
        </p>
        {owed > 0 && <p>To take at the door: {pounds(owed)} in all.</p>}
        {people.length > 0 && (
          <DataTable
            caption="Everybody who is booked"
            hideCaption
            rows={people}
            rowKey={({ appointment_id: id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              {
                label: 'Time',
                cell: ({ date, time }) =>
                  date === event.event_date ? time : `${time}, ${dayInWords(date)}`,
              },
              { label: 'Born', cell: ({ date_of_birth: born }) => (born ? dayInWords(born) : '') },
              {
                label: 'Needs',
                cell: ({ support_needs: needs, support_note: note }) => supportInWords(needs, note),
              },
              { label: 'Reference', cell: ({ reference }) => reference },
              { label: 'To pay', cell: ({ to_pay: pence }) => (pence > 0 ? pounds(pence) : '') },
              { label: 'Came', cell: room },
              { label: 'Tube', cell: room },
            ]}
          />
        )}
        <div className={styles.spare} aria-hidden>
          <p>Without an appointment: name, date of birth, phone, paid, tube</p>
          {SPARE.map((line) => (
            <span key={line} className={styles.line} />
          ))}
        </div>
      </div>
    </OfficePage>
  )
}
