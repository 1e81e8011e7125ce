import { Link } from 'react-router'
import type { ListedMember } from '../../../domain/office/member-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import type { Column } from '../parts/data-table.tsx'
import { EmailText } from '../parts/email-text.tsx'

/** What tells two members of the same name apart, in the list and among the results of a search. */
export const MEMBER_COLUMNS: readonly Column<ListedMember & { is_alike?: boolean }>[] = [
  {
    label: 'Name',
    cell: (member) => (
      <>
        <Link to={`/members/${member.id}`}>{fullName(member)}</Link>
        {member.is_alike && ' Similar name'}
      </>
    ),
  },
  { label: 'Born', cell: ({ date_of_birth: date }) => dayInWords(date) },
  { label: 'Town and postcode', cell: (member) => townAndPostcode(member) },
  { label: 'Phone', cell: ({ phone }) => phone },
  {
    label: 'Email',
    cell: ({ email }) => (email === null ? 'None' : <EmailText email={email} />),
  },
  { label: 'Next appointment', cell: (member) => nextAppointment(member) },
]

export function fullName(member: Pick<ListedMember, 'first_name' | 'last_name' | 'latin_name'>) {
  const { first_name: first, last_name: last, latin_name: latin } = member
  return latin ? `${first} ${last} (${latin})` : `${first} ${last}`
}

export function townAndPostcode({ town, postcode }: Pick<ListedMember, 'town' | 'postcode'>) {
  return [town, postcode].filter(Boolean).join(', ')
}

/** '' without one. */
export function nextAppointment({ next_appointment: next }: ListedMember): string {
  return next ? `${dayInWords(next.date)}, ${next.time}, ${next.event_name}` : ''
}
