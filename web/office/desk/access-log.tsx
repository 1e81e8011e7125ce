import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { shownReason } from '../../../domain/office/audit-text.ts'
import type { AccessRow } from '../../../domain/office/contract.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import type { Option } from '../../ui/field.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { loadStaffOptions } from './load-staff-options.ts'

const loadList = listLoader<AccessRow, 'staff_id' | 'from' | 'to' | 'member_id'>(
  (options) => read('GET /api/office/access-log', options),
  ['staff_id', 'from', 'to', 'member_id'],
)

export async function loader(args: LoaderFunctionArgs) {
  const [list, staff] = await Promise.all([loadList(args), loadStaffOptions(args.request.signal)])
  return { list, staff }
}

export function Component() {
  const { list, staff } = useLoaderData<{ list: LoadedList<AccessRow>; staff: Option[] }>()
  return (
    <ListPage
      title="Who looked at records"
      trail={[{ label: 'Audit log', to: '/audit' }]}
      lede="Every time somebody opened a member’s record or result, and why. In the portal, members can see who opened their results. The rest is in the copy of their data."
      list={list}
      rowsName="entries"
      rowKey={({ id }) => id}
      filter="What was opened, or a role"
      choices={[
        { name: 'staff_id', label: 'Who', options: staff },
        { name: 'from', label: 'From' },
        { name: 'to', label: 'To' },
      ]}
      csv={{ address: '/api/office/access-log', fileName: 'access-log.csv' }}
      columns={[
        { label: 'What', cell: ({ what }) => what },
        { label: 'When', cell: ({ at }) => momentInWords(new Date(at)) },
        { label: 'Who', cell: ({ by, role }) => (by === 'the member' ? by : `${by} (${role})`) },
        {
          label: 'Member',
          cell: ({ member_id: member }) => <Link to={`?member_id=${member}`}>{member}</Link>,
        },
        { label: 'Why', cell: ({ reason }) => shownReason(reason) },
      ]}
    />
  )
}
