import { Link, useLoaderData } from 'react-router'
import type { ListedMember } from '../../../domain/office/member-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { EmailText } from '../parts/email-text.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'

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
      columns={[
        {
          label: 'Name',
          cell: (member) => (
            <Link to={`/members/${member.id}`}>
              {member.first_name} {member.last_name}
              {member.latin_name && ` (${member.latin_name})`}
            </Link>
          ),
        },
        { label: 'Born', cell: ({ date_of_birth: date }) => dayInWords(date) },
        {
          label: 'Email',
          cell: ({ email }) => (email === null ? 'None' : <EmailText email={email} />),
        },
        { label: 'Phone', cell: ({ phone }) => phone },
        {
          label: 'Next appointment',
          cell: ({ next_appointment: next }) =>
            next ? `${dayInWords(next.date)}, ${next.time}, ${next.event_name}` : '',
        },
      ]}
    />
  )
}
