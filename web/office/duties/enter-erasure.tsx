import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficeMember> {
  return read('GET /api/office/members/:id', {
    params: { id: String(params.id) },
    query: { reason: 'request' },
    signal: request.signal,
  })
}

const FIELDS = [
  {
    name: 'asked_by',
    label: 'Who asks',
    hint: 'The member, or somebody acting for them, such as a carer.',
    missing: 'Say who asks.',
    maxLength: 120,
  },
  {
    name: 'identity',
    label: 'How you checked who they are',
    hint: 'For example, called back on the number we hold and checked date of birth and address.',
    missing: 'Say how the identity was checked.',
    maxLength: 500,
  },
  {
    name: 'reason',
    label: 'What they asked for, and how',
    hint: 'For example, wants everything deleted, letter dated 3 May.',
    missing: 'Say what they asked for.',
    maxLength: 500,
  },
] as const

/** A request to be erased that came by telephone, by letter or at an event. */
export function Component() {
  const member = useLoaderData<OfficeMember>()
  const navigate = useNavigate()
  const name = `${member.first_name} ${member.last_name}`
  const back = `/members/${member.id}`

  async function enter(typed: FormData) {
    const told =
      member.email === null
        ? 'Nobody will get an email.'
        : `We will email ${member.email} to say that we have received it.`
    const isSure = await confirm({
      title: `Enter ${name}’s erasure request?`,
      text: `Until it is decided, the member cannot book and is taken off every waiting list. ${told} An admin carries out the request under Erasure.`,
      yes: 'Enter the request',
      no: 'Go back',
    })
    if (!isSure) return
    await write('POST /api/office/members/:id/erasure-requests', {
      params: { id: member.id },
      body: {
        asked_by: textIn(typed, 'asked_by'),
        identity: textIn(typed, 'identity'),
        reason: textIn(typed, 'reason'),
      },
    })
    toast({ text: `${name}’s request has been entered.`, tone: 'success' })
    await navigate(back)
  }

  return (
    <OfficePage
      title="Erasure request"
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: back },
      ]}
      lede="For a member who asks by phone, by letter or at an event. Members with an account can ask in the portal."
    >
      <PersonBanner person={member.person} />
      <Facts>
        <Fact term="Member">{name}</Fact>
        <Fact term="Date of birth">{dayInWords(member.date_of_birth)}</Fact>
        <Fact term="Address">{member.home_address || 'None'}</Fact>
      </Facts>
      <OfficeForm
        submit="Enter the request"
        check={(typed) =>
          FIELDS.filter((field) => textIn(typed, field.name) === '').map((field) => ({
            field: field.name,
            message: field.missing,
          }))
        }
        send={enter}
        onCancel={() => navigate(back)}
      >
        {(errorOf) =>
          FIELDS.map(({ missing: _, ...field }) => (
            <TextField key={field.name} {...field} autoComplete="off" error={errorOf(field.name)} />
          ))
        }
      </OfficeForm>
    </OfficePage>
  )
}
