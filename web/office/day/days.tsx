import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OpenDay } from '../../../domain/office/day-schemas.ts'
import { reportClientError } from '../../report-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { timesInWords } from '../events/event-text.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useCan } from '../session.ts'
import { NO_DAYS, opensInWords } from './day-opens.ts'
import { wipeOver } from './day-store.ts'
import { PRACTICE } from './practice-session.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<OpenDay[]> {
  await wipeOver(Date.now()).catch((error: unknown) =>
    reportClientError('The storage of the tablet failed', error),
  )
  return (await read('GET /api/office/days', { signal: request.signal })).data
}

export function Component() {
  const days = useLoaderData<OpenDay[]>()
  const mayStrike = useCan('appointments.write')
  return (
    <OfficePage
      title="Days at the venue"
      actions={
        <ButtonLink kind="quiet" to={`/days/${PRACTICE}`} reloadDocument>
          Practise
        </ButtonLink>
      }
      lede="Open the day where you have a connection, ideally the evening before. After that it works without one, and sends everything when the connection is back."
    >
      {days.length === 0 ? (
        <p>{NO_DAYS}</p>
      ) : (
        <DataTable
          caption="Days in the next two weeks"
          hideCaption
          rows={days}
          rowKey={({ event_id: id }) => id}
          columns={[
            {
              label: 'Event',
              cell: (day) =>
                day.is_open ? (
                  <Link to={`/days/${day.event_id}`} reloadDocument>
                    {day.name}
                  </Link>
                ) : (
                  <>
                    {day.name}
                    <br />
                    {opensInWords(day)}
                  </>
                ),
            },
            { label: 'Day', cell: ({ date }) => weekdayAndDate(date) },
            { label: 'Time', cell: ({ start, end }) => timesInWords(start, end) },
            { label: 'Town', cell: ({ city }) => city ?? '' },
            { label: 'Booked', align: 'end', cell: ({ booked }) => booked },
            {
              label: 'Papers',
              cell: ({ event_id: id, name, is_open: isOpen }) =>
                isOpen && (
                  <Link to={`/days/${id}/labels`} aria-label={`Labels and forms for ${name}`}>
                    Labels and forms
                  </Link>
                ),
            },
            ...(mayStrike ? [WALK_INS] : []),
          ]}
        />
      )}
    </OfficePage>
  )
}

const WALK_INS: Column<OpenDay> = {
  label: 'Walk-ins',
  cell: ({ event_id: id, name }) => (
    <Link to={`/days/${id}/walk-ins`} aria-label={`Walk-ins by helper at ${name}`}>
      By helper
    </Link>
  ),
}
