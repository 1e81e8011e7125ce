import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { read } from '../api.ts'
import { townInWords, whenInWords } from '../events/event-text.ts'
import { listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'

const loadEvents = listLoader<EventRow>(({ query, ...options }) =>
  read('GET /api/office/events', { ...options, query: { ...query, tab: 'upcoming' } }),
)

export async function loader(args: LoaderFunctionArgs) {
  const params = { id: String(args.params.id) }
  const { signal } = args.request
  const [list, member] = await Promise.all([
    loadEvents(args),
    read('GET /api/office/members/:id', { params, signal }),
  ])
  return { list, name: `${member.first_name} ${member.last_name}` }
}

/** For a booking, or to move an appointment to another event. */
export function Component() {
  const { list, name } = useLoaderData<typeof loader>()
  const { id, appointment } = useParams()
  const member = `/members/${id}`
  const next = appointment ? `${member}/appointments/${appointment}/move` : `${member}/book`
  return (
    <ListPage
      title={appointment ? `Move ${name} to which event?` : `Book ${name} for which event?`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: member },
      ]}
      list={list}
      rowsName="events"
      rowKey={({ event_id: event }) => event}
      filter="Name, town or postcode"
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: event, event_name: eventName }) => (
            <Link to={`${next}/${event}`}>{eventName}</Link>
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
