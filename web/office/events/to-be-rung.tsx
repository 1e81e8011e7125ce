import { Link } from 'react-router'
import type { BulkAction } from '../../../domain/office/bulk-actions.ts'
import { callInWords } from '../loops/loop-text.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { useCan } from '../session.ts'

type ToCall = BulkAction['not_told'][number]
type Member = Omit<ToCall, 'call'> & Partial<Pick<ToCall, 'call'>>

/** Members whom no message reached, with the outcome of their calls; `call` is missing before it is sent. */
export function ToBeRung({ members }: { members: readonly Member[] }) {
  const mayCall = useCan('loops.close')
  const isSent = members.some(({ call }) => call !== undefined)
  const left = members.filter(({ call }) => call?.closed_at === null).length
  return (
    <section aria-labelledby="to-ring">
      <h2 id="to-ring">People to call</h2>
      <p>
        {isSent
          ? 'We could not send these people a message.'
          : 'This message does not reach these people. They go on the list of calls.'}
        {mayCall && left > 0 && (
          <>
            {' '}
            <Link to="/loops?tab=telephone">Open the list of calls</Link> and press ‘Start calling’.
          </>
        )}
      </p>
      <DataTable
        caption="Members to call"
        hideCaption
        rows={members}
        rowKey={({ member_id: id }) => id}
        columns={[
          {
            label: 'Name',
            cell: ({ member_id: id, name }) => <Link to={`/members/${id}`}>{name}</Link>,
          },
          { label: 'Phone', cell: ({ phone }) => <PhoneLink phone={phone} /> },
          {
            label: 'Call',
            cell: ({ call, name }) =>
              mayCall && call?.closed_at === null ? (
                <Link to={`/loops/${call.id}`} aria-label={`${name}: ${callInWords(call)}`}>
                  {callInWords(call)}
                </Link>
              ) : (
                callInWords(call)
              ),
          },
        ]}
      />
    </section>
  )
}
