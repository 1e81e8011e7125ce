import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { Staff } from '../../../domain/office/contract.ts'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import type { StaffAccount as Account } from '../../../domain/office/staff-account.ts'
import { confirm } from '../../ui/dialog.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { accountEmail } from '../session.ts'
import { StaffAccount } from './staff-account.tsx'
import { daysIn, StaffDays } from './staff-days.tsx'
import { nameErrors, rolesIn, StaffFields } from './staff-fields.tsx'

type Loaded = { person: Staff; events: EventRow[]; account: Account }

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { signal } = request
  const id = String(params.id)
  const [person, account, events] = await Promise.all([
    read('GET /api/office/staff/:id', { params: { id }, signal }),
    read('GET /api/office/staff/:id/account', { params: { id }, signal }),
    read('GET /api/office/events', { query: { tab: 'upcoming' }, signal }),
  ])
  return { person, account, events: events.data }
}

export function Component() {
  const { person, account, events } = useLoaderData<Loaded>()
  const navigate = useNavigate()
  const reportDone = useReportDone()
  const isSelf = person.email === accountEmail()

  async function save(typed: FormData) {
    const name = textIn(typed, 'name')
    const roles = isSelf ? person.roles : rolesIn(typed)
    if (roles.length === 0 && person.roles.length > 0 && !(await confirm(ending(name)))) return
    const days = isSelf ? {} : daysIn(typed, { events, assigned: person })
    const body = { name, roles, ...days, version: person.version }
    await write('PUT /api/office/staff/:id', { params: { id: person.id }, body })
    await reportDone(`The changes to ${name} have been saved.`)
    await navigate('/staff')
  }

  return (
    <OfficePage title={person.name} trail={[{ label: 'Staff', to: '/staff' }]} lede={person.email}>
      <OfficeForm
        key={person.version}
        submit="Save"
        check={nameErrors}
        send={save}
        onCancel={() => navigate('/staff')}
      >
        {(errorOf) => (
          <>
            <StaffFields
              name={person.name}
              roles={person.roles}
              errorOf={errorOf}
              rolesHint={
                isSelf
                  ? 'These are your own roles. Another admin can change them.'
                  : 'If you remove every role, this person can no longer use the office.'
              }
              isLocked={isSelf}
              mayBeNone
            />
            {!isSelf && <StaffDays events={events} assigned={person} />}
          </>
        )}
      </OfficeForm>
      {person.until === null && (
        <StaffAccount id={person.id} name={person.name} account={account} isSelf={isSelf} />
      )}
    </OfficePage>
  )
}

function ending(name: string) {
  return {
    title: `Remove ${name} from the office?`,
    text: 'They will no longer be able to use the office. A record of what they did stays in the logs. You can give them roles again later.',
    yes: 'Remove',
    no: 'Go back',
  }
}
