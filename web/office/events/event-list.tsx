import { Link, useLoaderData } from 'react-router'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import { STATE_WORDS, townInWords, whenInWords } from './event-text.ts'

export const loader = listLoader<EventRow>((options) => read('GET /api/office/events', options))

export function Component() {
  const list = useLoaderData<LoadedList<EventRow>>()
  const mayWrite = useCan('events.write')
  return (
    <ListPage
      title="Events"
      actions={mayWrite && <ButtonLink to="/events/new">New event</ButtonLink>}
      list={list}
      rowsName="events"
      rowKey={({ event_id: id }) => id}
      filter="Name, town or postcode"
      tabs={[
        { value: 'upcoming', label: 'Upcoming' },
        { value: 'draft', label: 'Drafts' },
        { value: 'passed', label: 'Past' },
        { value: 'cancelled', label: 'Cancelled' },
      ]}
      csv={{ address: '/api/office/events', fileName: 'events.csv' }}
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name }) => <Link to={`/events/${id}`}>{name}</Link>,
        },
        { label: 'When', cell: whenInWords },
        { label: 'Where', cell: townInWords },
        {
          label: 'Booked',
          align: 'end',
          cell: ({ appointments, total_spaces: places }) => `${appointments} of ${places}`,
        },
        { label: 'Waiting', align: 'end', cell: ({ waiting }) => waiting },
        {
          label: 'State',
          cell: ({ state, is_private: isPrivate, is_booking_paused: isPaused }) => (
            <Badge tone={isPaused ? 'none' : STATE_WORDS[state].tone}>
              {isPaused ? 'Booking closed' : STATE_WORDS[state].label}
              {isPrivate && ', private'}
            </Badge>
          ),
        },
      ]}
    />
  )
}
