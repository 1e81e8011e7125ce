import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { JobQueue } from '../../../domain/office/job-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { TextButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useAction } from '../parts/use-action.ts'
import styles from './duties.module.css'
import {
  everyText,
  jobsInWords,
  lastDoneText,
  QUEUE_WORDS,
  queueState,
  worstFirst,
} from './job-text.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<JobQueue[]> {
  return (await read('GET /api/office/jobs', { signal: request.signal })).data
}

const PROBLEM: Column<JobQueue> = {
  label: 'Last problem',
  cell: ({ last_problem: problem, failed }) =>
    problem && (
      <p className={styles.problem}>
        {momentInWords(new Date(problem.at))}: {problem.message}
        {failed === 0 && ' The job has run since.'}
      </p>
    ),
}

export function Component() {
  const queues = worstFirst(useLoaderData<JobQueue[]>())
  const now = new Date()
  return (
    <OfficePage
      title="Jobs"
      lede="Tasks the site does automatically. It tries late or failed jobs again. If a job stays late or failed, tell the person who runs the server."
    >
      <p className={styles.summary}>{jobsInWords(queues)}</p>
      <DataTable
        caption="Jobs"
        hideCaption
        rows={queues}
        rowKey={({ queue }) => queue}
        columns={[
          { label: 'Job', cell: ({ queue }) => QUEUE_WORDS[queue] ?? queue },
          { label: 'How often', cell: ({ every_seconds: seconds }) => everyText(seconds) },
          { label: 'State', cell: (queue) => <State queue={queue} /> },
          {
            label: 'Last done',
            cell: ({ last_done_at: at }) => lastDoneText(at, now),
          },
          { label: 'Waiting', align: 'end', cell: ({ waiting }) => waiting },
          { label: 'Failed', align: 'end', cell: ({ failed }) => failed },
          ...(queues.some(({ last_problem: problem }) => problem) ? [PROBLEM] : []),
          { label: 'Next step', cell: (queue) => <NextStep queue={queue} /> },
        ]}
      />
    </OfficePage>
  )
}

function State({ queue }: { queue: JobQueue }) {
  const { tone, words } = queueState(queue)
  return (
    <span className={styles.whole}>
      <Badge tone={tone}>{words}</Badge>
    </span>
  )
}

function NextStep({ queue: { queue, every_seconds: every, failed } }: { queue: JobQueue }) {
  const { isPending, run } = useAction(async () => {
    await write('POST /api/office/jobs/:queue/run', { params: { queue } })
    toast({ text: 'The job is running now.', tone: 'success' })
  })
  if (queue === 'mail' || queue === 'sms') return <Link to="/mails">See Emails and texts</Link>
  if (every === null && failed === 0) return null
  return (
    <span className={styles.whole}>
      <TextButton
        aria-disabled={isPending || undefined}
        aria-label={`Run now: ${QUEUE_WORDS[queue] ?? queue}`}
        onClick={run}
      >
        Run now
      </TextButton>
    </span>
  )
}
