import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { addMonths, type EventChoices } from '../../../domain/office/event-months.ts'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Option } from '../../ui/field.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import { monthInWords, STATE_WORDS, townInWords, whenInWords } from './event-text.ts'

const CHOICES = ['month', 'host', 'county', 'free'] as const

const loadList = listLoader<EventRow, (typeof CHOICES)[number]>(
  ({ query: { free, ...query }, ...rest }) =>
    read('GET /api/office/events', {
      ...rest,
      query: { ...query, ...(free === 'yes' && { free }) },
    }),
  CHOICES,
)

export async function loader(args: LoaderFunctionArgs) {
  const [list, choices] = await Promise.all([
    loadList(args),
    read('GET /api/office/event-choices', { signal: args.request.signal }),
  ])
  return { list, choices }
}

export function Component() {
  const { list, choices } = useLoaderData<{ list: LoadedList<EventRow>; choices: EventChoices }>()
  const mayWrite = useCan('events.write')
  return (
    <ListPage
      title="Events"
      actions={
        <>
          <ButtonLink kind="quiet" to="/events/calendar">
            Calendar
          </ButtonLink>
          {mayWrite && <ButtonLink to="/events/new">New event</ButtonLink>}
        </>
      }
      list={list}
      rowsName="events"
      rowKey={({ event_id: id }) => id}
      filter="Name, town or postcode"
      choices={[
        { name: 'month', label: 'Month', options: comingMonths() },
        { name: 'host', label: 'Host', options: toOptions(choices.hosts) },
        { name: 'county', label: 'County', options: toOptions(choices.counties) },
        { name: 'free', label: 'Places', options: [{ value: 'yes', label: 'With free places' }] },
      ]}
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
          sort: 'name',
          cell: ({ event_id: id, event_name: name }) => <Link to={`/events/${id}`}>{name}</Link>,
        },
        { label: 'When', cell: whenInWords },
        { label: 'Where', cell: townInWords },
        { label: 'Host', sort: 'host', cell: ({ host_name: host }) => host ?? '' },
        {
          label: 'Booked',
          align: 'end',
          cell: ({ appointments, total_spaces: places }) => `${appointments} of ${places}`,
        },
        { label: 'Free', sort: 'free', align: 'end', cell: ({ free_spaces: free }) => free },
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

const MONTHS_BACK = 3
const MONTHS = 16

/** From three months ago to a year ahead. */
function comingMonths(): Option[] {
  const first = addMonths(ukDate(new Date()).slice(0, 7), -MONTHS_BACK)
  return Array.from({ length: MONTHS }, (_, n) => addMonths(first, n)).map((month) => ({
    value: month,
    label: monthInWords(month),
  }))
}

function toOptions(values: readonly string[]): Option[] {
  return values.map((value) => ({ value, label: value }))
}
