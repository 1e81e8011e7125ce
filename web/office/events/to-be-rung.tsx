import { Link } from 'react-router'
import type { BulkAction } from '../../../domain/office/bulk-actions.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { DataTable } from '../parts/data-table.tsx'

/** Members without an e-mail address. */
export function ToBeRung({ members }: { members: BulkAction['not_told'] }) {
  return (
    <section aria-labelledby="to-ring">
      <h2 id="to-ring">People to call</h2>
      <p>We have no email address for these people.</p>
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
        ]}
      />
    </section>
  )
}
