import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { read } from '../api.ts'
import { townInWords, whenInWords } from '../events/event-text.ts'
import { listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import sections from '../parts/sections.module.css'
import { NearestEvents } from './nearest-events.tsx'

const loadEvents = listLoader<EventRow>(({ query, ...options }) =>
  read('GET /api/office/events', { ...options, query: { ...query, tab: 'upcoming' } }),
)

export async function loader(args: LoaderFunctionArgs) {
  const params = { id: String(args.params.id) }
  const { signal } = args.request
  const [list, member, near] = await Promise.all([
    loadEvents(args),
    read('GET /api/office/members/:id', { params, signal }),
    read('GET /api/office/members/:id/events-near', { params, signal }),
  ])
  return { list, member, near }
}

/** For a booking, or to move an appointment to another event. */
export function Component() {
  const { list, member, near } = useLoaderData<typeof loader>()
  const { id, appointment } = useParams()
  const name = `${member.first_name} ${member.last_name}`
  const back = `/members/${id}`
  const next = appointment ? `${back}/appointments/${appointment}/move` : `${back}/book`
  return (
    <OfficePage
      title={appointment ? `Move ${name} to which event?` : `Book ${name} for which event?`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: back },
      ]}
    >
      <div className={sections.sections}>
        <NearestEvents member={member} near={near} next={next} />
        <section aria-labelledby="by-date">
          <h2 id="by-date">All events by date</h2>
          <ListView
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
        </section>
      </div>
    </OfficePage>
  )
}
