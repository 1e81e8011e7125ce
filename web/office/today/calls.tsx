import { Link } from 'react-router'
import type { Today } from '../../../domain/office/today-schemas.ts'
import { Badge } from '../../ui/badge.tsx'
import { callerInWords, dueInWords, LOOP_WORDS } from '../loops/loop-text.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { DataTable } from '../parts/data-table.tsx'
import styles from './today.module.css'

type Loops = NonNullable<Today['loops']>

/** The people to call first, by due time, and how many more there are. */
export function Calls({ loops: { calls, telephone } }: { loops: Loops }) {
  if (calls.length === 0) return null
  const more = telephone - calls.length
  return (
    <section className={styles.part} aria-labelledby="calls">
      <h2 id="calls">People to call</h2>
      <DataTable
        caption="People to call first"
        hideCaption
        rows={calls}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Name',
            cell: ({ id, name, kind }) => (
              <Link to={`/loops/${id}`} aria-label={`${name}: ${LOOP_WORDS[kind].title}`}>
                {name}
              </Link>
            ),
          },
          { label: 'Why', cell: ({ kind }) => LOOP_WORDS[kind].title },
          {
            label: 'Due',
            cell: (call) => (
              <Badge tone={call.is_overdue ? 'warn' : 'none'}>{dueInWords(call)}</Badge>
            ),
          },
          { label: 'Phone', cell: ({ phone }) => <PhoneLink phone={phone} /> },
          { label: 'Who is calling', cell: (call) => callerInWords(call) ?? 'Nobody yet' },
        ]}
      />
      <p>
        <Link to="/loops?tab=telephone">See the list of calls{more > 0 && ` (${more} more)`}</Link>
      </p>
    </section>
  )
}
