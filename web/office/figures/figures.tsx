import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { COUNTED_WORDS, OUTCOMES } from '../../../domain/figures.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { EventFigures, SumFigures, YearFigures } from '../../../domain/office/figures.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { SelectField } from '../../ui/field.tsx'
import { read } from '../api.ts'
import { DIAGNOSIS_WORDS } from '../loops/loop-text.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { loadMe } from '../session.ts'
import styles from './figures.module.css'
import { PublishFigures } from './publish-figures.tsx'

type Loaded = { figures: YearFigures; mayPublish: boolean; mayOpenEvents: boolean }

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const params = new URL(request.url).searchParams.get('year') ?? ''
  const year = /^20\d{2}$/.test(params) ? params : ukDate(new Date()).slice(0, 4)
  const [figures, { permissions }] = await Promise.all([
    read('GET /api/office/figures/:year', { params: { year }, signal: request.signal }),
    loadMe(),
  ])
  return {
    figures,
    mayPublish: permissions.includes('figures.publish'),
    mayOpenEvents: permissions.includes('events.read'),
  }
}

export function Component() {
  const { figures, mayPublish, mayOpenEvents } = useLoaderData<Loaded>()
  const { year, events, hosts, sum } = figures
  const named: Column<EventFigures> = {
    label: 'Event',
    cell: ({ event_id: id, event_name: name, event_date: date }) => (
      <>
        {mayOpenEvents ? <Link to={`/events/${id}`}>{name}</Link> : name}, {weekdayAndDate(date)}
      </>
    ),
  }
  return (
    <OfficePage
      title="Figures"
      lede={`${year}, from our records. Results are counted once they have been released.`}
    >
      <div className={styles.parts}>
        <YearForm {...figures} />
        {events.length === 0 ? (
          <p>No events have been published for this year.</p>
        ) : (
          <>
            <section aria-labelledby="steps">
              <h2 id="steps">From place to sample</h2>
              <Steps sum={sum} />
            </section>
            {sum.outcomes && (
              <section aria-labelledby="outcomes">
                <h2 id="outcomes">Results</h2>
                <Outcomes outcomes={sum.outcomes} />
              </section>
            )}
            {figures.diagnoses && (
              <section aria-labelledby="diagnoses">
                <h2 id="diagnoses">Diagnoses</h2>
                <DataTable
                  caption="What members were diagnosed with after a result of this year, as far as they or a clinician said"
                  rows={figures.diagnoses}
                  rowKey={({ diagnosis }) => diagnosis}
                  columns={[
                    { label: 'Diagnosis', cell: (row) => DIAGNOSIS_WORDS[row.diagnosis] },
                    { label: 'Members', align: 'end', cell: (row) => row.count },
                    {
                      label: 'Outside the office',
                      align: 'end',
                      cell: (row) => row.outside ?? 'fewer than 8',
                    },
                  ]}
                />
              </section>
            )}
            <section aria-labelledby="events">
              <h2 id="events">By event</h2>
              <DataTable
                caption="Events"
                hideCaption
                columns={[named, ...columnsOf(sum)]}
                rows={events}
                rowKey={({ event_id: id }) => id}
              />
            </section>
            <section aria-labelledby="hosts">
              <h2 id="hosts">By host</h2>
              <DataTable
                caption="Hosts"
                hideCaption
                columns={[
                  { label: 'Host', cell: ({ host }) => host ?? 'No host named' },
                  { label: 'Events', align: 'end', cell: (row) => row.events },
                  ...columnsOf(sum),
                ]}
                rows={hosts}
                rowKey={({ host }) => host ?? ''}
              />
            </section>
          </>
        )}
        {mayPublish && <PublishFigures key={year} {...figures} />}
      </div>
    </OfficePage>
  )
}

/** Results only for those who may see them. */
function columnsOf({ outcomes }: SumFigures): Column<Omit<SumFigures, 'events'>>[] {
  const steps: Column<Omit<SumFigures, 'events'>>[] = [
    { label: 'Places', align: 'end', cell: ({ places }) => places },
    { label: 'Booked', align: 'end', cell: ({ booked }) => booked },
    { label: 'Came', align: 'end', cell: ({ came }) => came },
    { label: 'Samples', align: 'end', cell: ({ sampled }) => sampled },
  ]
  if (!outcomes) return steps
  const results = OUTCOMES.map((one) => ({
    label: COUNTED_WORDS[one],
    align: 'end' as const,
    cell: (row: Omit<SumFigures, 'events'>) => row.outcomes?.[one] ?? 0,
  }))
  return [...steps, ...results]
}

function Steps({ sum: { places, booked, came, sampled } }: { sum: SumFigures }) {
  const steps = [
    { words: 'places', number: places },
    { words: 'booked', number: booked },
    { words: 'came', number: came },
    { words: 'samples taken', number: sampled },
  ]
  return (
    <ol className={styles.bars}>
      {steps.map(({ words, number }) => (
        <li key={words}>
          <p>
            <b>{number}</b> {words}
          </p>
          <Bar part={number} whole={places} />
        </li>
      ))}
    </ol>
  )
}

function Outcomes({ outcomes }: { outcomes: NonNullable<SumFigures['outcomes']> }) {
  const whole = OUTCOMES.reduce((sum, one) => sum + outcomes[one], 0)
  if (whole === 0) return <p>No results have been released for this year.</p>
  return (
    <ol className={styles.bars}>
      {OUTCOMES.map((one) => (
        <li key={one}>
          <p>
            <b>{outcomes[one]}</b> {COUNTED_WORDS[one].toLowerCase()}
          </p>
          <Bar part={outcomes[one]} whole={whole} />
        </li>
      ))}
    </ol>
  )
}

/** More than the whole, as with walk-ins beyond the places, fills the bar. */
function Bar({ part, whole }: { part: number; whole: number }) {
  const width = Math.max(whole, 1)
  return (
    <svg viewBox={`0 0 ${width} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect className={styles.rest} width={width} height="1" />
      <rect className={styles.part} width={Math.min(part, width)} height="1" />
    </svg>
  )
}

function YearForm({ year, years }: YearFigures) {
  const navigate = useNavigate()
  const options = [...new Set([year, ...years])]
    .toSorted((a, b) => b - a)
    .map((one) => ({ value: String(one), label: String(one) }))
  return (
    <div className={styles.year}>
      <SelectField
        name="year"
        label="Year"
        options={options}
        value={String(year)}
        onChange={({ target }) => navigate({ search: `?year=${target.value}` })}
      />
    </div>
  )
}
