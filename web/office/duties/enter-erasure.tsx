import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-shapes.ts'
import { confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'

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
    hint: 'The member, or who asks for them, such as a carer.',
    missing: 'Please say who asks.',
    maxLength: 120,
  },
  {
    name: 'identity',
    label: 'How you know that it is the member',
    hint: 'For example: date of birth and address, asked on a call back to the number we have.',
    missing: 'Please say how the identity was checked.',
    maxLength: 500,
  },
  {
    name: 'reason',
    label: 'What they asked, and how',
    hint: 'For example: wants everything deleted, letter of 3 May.',
    missing: 'Please say what they asked.',
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
      member.email === null ? 'Nobody is mailed.' : `A mail to ${member.email} says that we got it.`
    const isSure = await confirm({
      title: `Enter the request of ${name} to be erased?`,
      text: `Until it is decided, nothing can be booked, and every waiting list is left. ${told} An admin carries it out under Erasure.`,
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
    toast({ text: `The request of ${name} is entered.`, tone: 'success' })
    await navigate(back)
  }

  return (
    <OfficePage
      title="Request to be erased"
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: back },
      ]}
      lede="For a member who asks by telephone, by letter or at an event. Members with an account can ask in the portal."
    >
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
