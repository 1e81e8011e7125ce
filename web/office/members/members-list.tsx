import { useLoaderData } from 'react-router'
import type { ListedMember } from '../../../domain/office/member-schemas.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import { MEMBER_COLUMNS } from './member-columns.tsx'

export const loader = listLoader<ListedMember>((options) =>
  read('GET /api/office/members', options),
)

export function Component() {
  const list = useLoaderData<LoadedList<ListedMember>>()
  const mayMake = useCan('members.write')
  return (
    <ListPage
      title="Members"
      actions={
        mayMake && (
          <>
            <ButtonLink to="/members/new">New member</ButtonLink>
            <ButtonLink kind="quiet" to="/sign-up-confirmation">
              Send a confirmation email again
            </ButtonLink>
          </>
        )
      }
      list={list}
      rowsName="members"
      rowKey={({ id }) => id}
      filter="Name, email, phone, postcode, date of birth or reference"
      tabs={[
        { value: 'all', label: 'All' },
        { value: 'upcoming', label: 'With an appointment' },
        { value: 'waiting', label: 'On a waiting list' },
        { value: 'absent', label: 'Did not attend twice' },
      ]}
      csv={{ address: '/api/office/members', fileName: 'members.csv' }}
      columns={MEMBER_COLUMNS}
    />
  )
}
