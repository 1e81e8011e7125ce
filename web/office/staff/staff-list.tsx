import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { Staff } from '../../../domain/office/contract.ts'
import { NEEDS_TWO } from '../../../domain/office/second-people.ts'
import type { StaffCover } from '../../../domain/office/staff-account.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read } from '../api.ts'
import { EmailText } from '../parts/email-text.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { roleText } from '../shell/role-text.ts'

type Loaded = { list: LoadedList<Staff>; cover: StaffCover }

const loadList = listLoader<Staff>((options) => read('GET /api/office/staff', options))

export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const { signal } = args.request
  const [list, cover] = await Promise.all([
    loadList(args),
    read('GET /api/office/staff-cover', { signal }),
  ])
  return { list, cover }
}

export function Component() {
  const { list, cover } = useLoaderData<Loaded>()
  return (
    <OfficePage
      title="Staff"
      lede="Who can use the office, and what their roles let them do. Every change is recorded and emailed to all admins."
      actions={<ButtonLink to="/staff/new">Add a person</ButtonLink>}
    >
      {cover.lacking.length > 0 && (
        <Notice tone="warn" title="Fewer than two people can act for:">
          <ul>
            {cover.lacking.map((needed) => (
              <li key={needed}>{NEEDS_TWO[needed]}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ListView
        list={list}
        rowsName="people"
        rowKey={({ id }) => id}
        filter="Name or email address"
        tabs={[
          { value: 'working', label: 'Working here' },
          { value: 'ended', label: 'Removed' },
        ]}
        csv={{ address: '/api/office/staff', fileName: 'staff.csv' }}
        columns={[
          { label: 'Name', cell: ({ id, name }) => <Link to={`/staff/${id}`}>{name}</Link> },
          { label: 'Email', cell: ({ email }) => <EmailText email={email} /> },
          { label: 'Roles', cell: ({ roles }) => (roles.length > 0 ? roleText(roles) : 'None') },
          {
            label: 'Since',
            cell: ({ since, until }) =>
              until === null
                ? dayInWords(since.slice(0, 10))
                : `${dayInWords(since.slice(0, 10))} to ${dayInWords(until.slice(0, 10))}`,
          },
          {
            label: 'Last seen',
            cell: ({ last_seen_at: at }) => (at === null ? 'Never' : momentInWords(new Date(at))),
          },
        ]}
      />
    </OfficePage>
  )
}
