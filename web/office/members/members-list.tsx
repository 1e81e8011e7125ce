import { useLoaderData } from 'react-router'
import { type ListedMember, MEMBER_TABS } from '../../../domain/office/member-schemas.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { download, read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import { Download } from '../tubes/day-forms.tsx'
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
        <>
          {mayMake && (
            <>
              <ButtonLink to="/members/new">New member</ButtonLink>
              <ButtonLink kind="quiet" to="/sign-up-confirmation">
                Send a confirmation email again
              </ButtonLink>
            </>
          )}
          {list.total > 0 && (
            <Download
              label="Address labels"
              save={() => saveLabels(list.query)}
              onDone={() => {}}
            />
          )}
        </>
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

/** Of the list as it is narrowed. */
function saveLabels({ q, tab }: LoadedList<ListedMember>['query']): Promise<void> {
  const known = MEMBER_TABS.find((one) => one === tab) ?? 'all'
  return download('GET /api/office/address-labels', 'address-labels.pdf', {
    query: { tab: known, ...(q && { q }) },
  })
}
