import { Link, useLoaderData } from 'react-router'
import type { IncidentRow } from '../../../domain/office/incidents.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { INCIDENT_WORDS } from './incident-text.ts'

export const loader = listLoader<IncidentRow>((options) =>
  read('GET /api/office/incidents', options),
)

/** Incidents of all events, for clinicians. */
export function Component() {
  const list = useLoaderData<LoadedList<IncidentRow>>()
  return (
    <OfficePage
      title="Incidents"
      lede="What went wrong with somebody at an event. Each one needs a clinician to look at it."
    >
      <ListView
        list={list}
        rowsName="incidents"
        rowKey={({ incident_id: id }) => id}
        tabs={[
          { value: 'open', label: 'To look at' },
          { value: 'looked at', label: 'Looked at' },
        ]}
        csv={{ address: '/api/office/incidents', fileName: 'incidents.csv' }}
        empty={<p>There are no incidents here.</p>}
        columns={[
          {
            label: 'What happened',
            cell: ({ event_id: id, kind, incident_id: incident }) => (
              <Link to={`/days/${id}/incidents#incident-${incident}`}>{INCIDENT_WORDS[kind]}</Link>
            ),
          },
          { label: 'Who', cell: ({ name }) => name ?? 'Nobody on the list' },
          { label: 'When', cell: ({ happened_at: at }) => momentInWords(new Date(at)) },
          { label: 'Event', cell: ({ event_name: name }) => name },
          { label: 'Recorded by', cell: ({ recorded_by: by }) => by },
        ]}
      />
    </OfficePage>
  )
}
