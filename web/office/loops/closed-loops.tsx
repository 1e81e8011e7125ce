import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { LOOP_KINDS, type LoopKind } from '../../../domain/office/care-loops.ts'
import type { ClosedLoop } from '../../../domain/office/loop-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { shortDate } from '../../portal/results/short-date.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { read } from '../api.ts'
import type { Column } from '../parts/data-table.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useListSearch } from '../parts/use-list-search.ts'
import { endInWords, LOOP_WORDS } from './loop-text.ts'
import styles from './loops.module.css'

type Loaded = LoadedList<ClosedLoop> & { kind: LoopKind | undefined }

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const params = new URL(args.request.url).searchParams.get('kind')
  const kind = LOOP_KINDS.find((known) => known === params)
  const load = listLoader<ClosedLoop>(({ query, ...options }) =>
    read('GET /api/office/closed-loops', { ...options, query: { ...query, kind } }),
  )
  return { ...(await load(args)), kind }
}

const TABS = [
  { value: 'all', label: 'All' },
  { value: 'person', label: 'By a person' },
  { value: 'event', label: 'Automatically' },
]

const KINDS = [
  { value: '', label: 'All tasks' },
  ...LOOP_KINDS.map((kind) => ({ value: kind, label: LOOP_WORDS[kind].title })),
]

const COLUMNS: Column<ClosedLoop>[] = [
  { label: 'Member', cell: ({ name }) => name },
  { label: 'Task', cell: ({ kind }) => LOOP_WORDS[kind].title },
  { label: 'How it ended', cell: (careLoop) => endInWords(careLoop) },
  {
    label: 'When',
    cell: ({ closed_at: at, closed_by: by }) =>
      `${momentInWords(new Date(at))}${by === null ? '' : `, ${by}`}`,
  },
  { label: 'Was late', cell: ({ was_overdue: wasOverdue }) => (wasOverdue ? 'Yes' : 'No') },
  {
    label: 'Event',
    cell: ({ event_id: id, event_name: name, event_date: date }) =>
      name === null || date === null ? (
        ''
      ) : (
        <Link to={`/events/${id}/failsafe`}>{`${name}, ${shortDate(date)}`}</Link>
      ),
  },
]

/** What has come to an end, and how; the last first. */
export function Component() {
  const { kind, ...list } = useLoaderData<Loaded>()
  const navigate = useNavigate()
  const search = useListSearch()
  return (
    <OfficePage
      title="Closed tasks"
      lede="Every closed task for your role, newest first."
      trail={[{ label: 'Open tasks', to: '/loops' }]}
    >
      <form
        className={styles.kind}
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = String(new FormData(event.currentTarget).get('kind'))
          if (chosen === '') search.delete('kind')
          else search.set('kind', chosen)
          navigate({ search: `?${search}` })
        }}
      >
        <SelectField
          name="kind"
          label="Task"
          options={KINDS}
          defaultValue={kind ?? ''}
          key={kind}
        />
        <Button type="submit" kind="quiet">
          Show
        </Button>
      </form>
      <ListView
        list={list}
        rowsName="closed tasks"
        filter="Name of the member or event"
        tabs={TABS}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        csv={{ address: '/api/office/closed-loops', fileName: 'closed-tasks.csv' }}
        empty={<p>There are no closed tasks here.</p>}
      />
    </OfficePage>
  )
}
