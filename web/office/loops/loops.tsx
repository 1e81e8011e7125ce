import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { isCallToLaboratory } from '../../../domain/office/calls.ts'
import { type Loop, SHEET_STAGES } from '../../../domain/office/loop-schemas.ts'
import { shortDate } from '../../portal/results/short-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { read } from '../api.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import type { Column } from '../parts/data-table.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useAction } from '../parts/use-action.ts'
import { useCan } from '../session.ts'
import { callerInWords, dueInWords, LOOP_WORDS, nextCallInWords, STAGE_WORDS } from './loop-text.ts'
import { takeNextCall } from './take-next-call.ts'

const loadList = listLoader<Loop, 'event' | 'stage'>(
  ({ query: { stage, ...query }, ...rest }) => {
    const known = SHEET_STAGES.find((one) => one === stage)
    return read('GET /api/office/loops', {
      ...rest,
      query: { ...query, ...(known && { stage: known }) },
    })
  },
  ['event', 'stage'],
)

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams
  const stage = SHEET_STAGES.find((one) => one === search.get('stage')) ?? null
  return { list: await loadList(args), eventId: search.get('event'), stage }
}

const TABS = [
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'telephone', label: 'To call' },
  { value: 'later', label: 'Later' },
]

const COLUMNS: Column<Loop>[] = [
  {
    label: 'Member',
    cell: ({ id, name, kind }) => (
      <Link to={`/loops/${id}`} aria-label={`${name}: ${LOOP_WORDS[kind].title}`}>
        {name}
      </Link>
    ),
  },
  { label: 'Task', cell: ({ kind }) => LOOP_WORDS[kind].title },
  {
    label: 'Due',
    cell: (careLoop) => (
      <Badge tone={careLoop.is_overdue ? 'warn' : 'none'}>{dueInWords(careLoop)}</Badge>
    ),
  },
  {
    label: 'Event',
    cell: ({ event_name: name, event_date: date }) =>
      name === null || date === null ? '' : `${name}, ${shortDate(date)}`,
  },
  {
    label: 'Phone',
    cell: (careLoop) => (
      <>
        {isCallToLaboratory(careLoop.kind) ? (
          'Call the laboratory'
        ) : (
          <PhoneLink phone={careLoop.phone} />
        )}
        {careLoop.ring_at !== null && <span> {nextCallInWords(careLoop)}</span>}
        {careLoop.caller !== null && <Badge tone="warn">{callerInWords(careLoop)}</Badge>}
      </>
    ),
  },
]

/** What somebody has still to do for a member, the worst and oldest first. */
export function Component() {
  const { list, eventId, stage } = useLoaderData<Loaded>()
  const mayCall = useCan('loops.close')
  const isNarrowed = eventId !== null || stage !== null
  return (
    <ListPage
      title="Open tasks"
      lede={
        isNarrowed ? (
          <>
            {narrowedInWords({ list, eventId, stage })} <Link to="/loops">See all open tasks</Link>
          </>
        ) : (
          'Every sample and result stays here until it is finished. Overdue tasks come first.'
        )
      }
      actions={
        <>
          {mayCall && !isNarrowed && (list.tabs?.telephone ?? 0) > 0 && <StartCalling />}
          <ButtonLink kind="quiet" to="/closed-loops">
            Closed tasks
          </ButtonLink>
        </>
      }
      list={list}
      rowsName="tasks"
      filter="Name or date of birth (clinicians: also tube or laboratory’s number)"
      tabs={TABS}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      csv={{ address: '/api/office/loops', fileName: 'tasks.csv' }}
      empty={<p>There are no open tasks here.</p>}
    />
  )
}

type Loaded = Omit<Awaited<ReturnType<typeof loader>>, 'list'> & { list: LoadedList<Loop> }

function narrowedInWords({ list, eventId, stage }: Loaded): string {
  const name = list.data[0]?.event_name ?? 'one event'
  const about = eventId === null ? 'One stage only' : `Tasks of ${name} only`
  return stage === null ? `${about}.` : `${about}: ${STAGE_WORDS[stage].toLowerCase()}.`
}

/** Opens the first call of the list that nobody has taken. */
function StartCalling() {
  const navigate = useNavigate()
  const { isPending, run } = useAction(async () => {
    const first = await takeNextCall(null)
    if (first.includes('?')) toast({ text: 'There is nobody to call now.', tone: 'success' })
    await navigate(first)
  })
  return (
    <Button pending={isPending} onClick={run}>
      Start calling
    </Button>
  )
}
