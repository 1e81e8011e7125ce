import { Link, useLoaderData, useParams } from 'react-router'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { read } from '../api.ts'
import { townInWords, whenInWords } from '../events/event-text.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'

export const loader = listLoader<EventRow>(({ query, ...options }) =>
  read('GET /api/office/events', { ...options, query: { ...query, tab: 'upcoming' } }),
)

/** For a booking, or to move an appointment to another event. */
export function Component() {
  const list = useLoaderData<LoadedList<EventRow>>()
  const { id, appointment } = useParams()
  const member = `/members/${id}`
  const next = appointment ? `${member}/appointments/${appointment}/move` : `${member}/book`
  return (
    <ListPage
      title={appointment ? 'Move to which event?' : 'Book which event?'}
      trail={[
        { label: 'Members', to: '/members' },
        { label: 'The member', to: member },
      ]}
      list={list}
      rowsName="events"
      rowKey={({ event_id: event }) => event}
      filter="Name, town or postcode"
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: event, event_name: name }) => (
            <Link to={`${next}/${event}`}>{name}</Link>
          ),
        },
        { label: 'When', cell: whenInWords },
        { label: 'Where', cell: townInWords },
        {
          label: 'Places left',
          align: 'end',
          cell: ({ total_spaces: all, booked_spaces: booked }) => Math.max(0, all - booked),
        },
      ]}
    />
  )
}
