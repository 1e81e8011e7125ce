import { Link, useLoaderData, useRevalidator } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { SampledEvent } from '../../../domain/office/tube-schemas.ts'
import { Buttons } from '../../ui/button.tsx'
import { download, read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import { Download } from './day-forms.tsx'

export const loader = listLoader<SampledEvent>((options) =>
  read('GET /api/office/laboratory-forms', options),
)

/** The days with samples; a clinician's form has the NHS numbers that the laboratory needs. */
export function Component() {
  const list = useLoaderData<LoadedList<SampledEvent>>()
  const mayOpenDays = useCan('days.write')
  return (
    <ListPage
      title="Laboratory forms"
      lede="Days with samples, newest first. The forms have names and dates of birth. Send them to the laboratory and nobody else."
      list={list}
      rowsName="days"
      rowKey={({ event_id: id }) => id}
      empty={<p>A day appears here when its first sample is recorded.</p>}
      columns={[
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name }) =>
            mayOpenDays ? <Link to={`/days/${id}/labels`}>{name}</Link> : name,
        },
        { label: 'Day', cell: ({ event_date: date }) => weekdayAndDate(date) },
        { label: 'Laboratory', cell: ({ lab_name: lab }) => lab ?? 'Not set' },
        { label: 'Tubes', align: 'end', cell: ({ tubes }) => tubes },
        {
          label: 'Version',
          align: 'end',
          cell: ({ version }) => version ?? 'None yet',
        },
        { label: 'Form', cell: (day) => <Files day={day} /> },
      ]}
    />
  )
}

function Files({ day: { event_id: id, event_name: name } }: { day: SampledEvent }) {
  const form = 'GET /api/office/days/:id/laboratory-form'
  const params = { id }
  const file = `laboratory-form-${id}`
  const revalidator = useRevalidator()
  const owner = { of: name, onDone: () => revalidator.revalidate() }
  return (
    <Buttons>
      <Download {...owner} label="PDF" save={() => download(form, `${file}.pdf`, { params })} />
      <Download
        {...owner}
        label="CSV"
        save={() => download(`${form}.csv`, `${file}.csv`, { params })}
      />
    </Buttons>
  )
}
