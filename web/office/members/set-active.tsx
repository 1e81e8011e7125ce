import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficeMember> {
  return read('GET /api/office/members/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

const OUT = {
  verb: 'Archive',
  lede: 'For a record that was made by mistake. We will not send reminders or invitations, and nobody can book for them. We keep the record, and the member can still sign in and read their results. For a member who has died, has moved abroad or wants less contact, go back and use the button for that.',
  done: 'has been archived.',
}
const BACK = {
  verb: 'Restore',
  lede: 'The member can be booked and will get reminders again.',
  done: 'has been restored.',
}

export function Component() {
  const member = useLoaderData<OfficeMember>()
  const navigate = useNavigate()
  const name = `${member.first_name} ${member.last_name}`
  const back = `/members/${member.id}`
  const text = member.is_active ? OUT : BACK

  async function save(reason: string) {
    const { id, version, is_active: isActive } = member
    const body = { active: !isActive, version, reason }
    await write('PUT /api/office/members/:id/active', { params: { id }, body })
    toast({ text: `The record of ${name} ${text.done}`, tone: 'success' })
    await navigate(back)
  }

  return (
    <OfficePage
      title={text.verb}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: back },
      ]}
      lede={text.lede}
    >
      <PersonBanner person={member.person} />
      <ReasonForm submit={text.verb} label="Why" send={save} onCancel={() => navigate(back)} />
    </OfficePage>
  )
}
