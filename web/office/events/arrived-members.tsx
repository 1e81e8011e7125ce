import { Link } from 'react-router'
import type { Arrived } from '../../../domain/office/bulk-actions.ts'
import { DataTable } from '../parts/data-table.tsx'

type Props = { arrived: readonly Arrived[]; caption: string }

/** The members who have come, whose appointments stay; nothing without any. */
export function ArrivedMembers({ arrived, caption }: Props) {
  if (arrived.length === 0) return null
  return (
    <DataTable
      caption={caption}
      rows={[...arrived]}
      rowKey={({ appointment_id: id }) => id}
      columns={[
        {
          label: 'Name',
          cell: ({ member_id: id, name }) => <Link to={`/members/${id}`}>{name}</Link>,
        },
        { label: 'Time', cell: ({ time }) => time },
      ]}
    />
  )
}
