import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { ContactFields } from './contact-fields.tsx'
import {
  contactChange,
  contactErrors,
  contactFormOf,
  meanwhileText,
  readContact,
} from './contact-text.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficeMember> {
  return read('GET /api/office/members/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

export function Component() {
  const member = useLoaderData<OfficeMember>()
  const navigate = useNavigate()
  const [version, setVersion] = useState(member.version)
  const [before] = useState(() => contactFormOf(member))
  const { has_account: hasAccount } = member
  const name = `${member.first_name} ${member.last_name}`
  const params = { id: member.id }

  /** What the form does not ask stays as it is. */
  function formIn(typed: FormData) {
    const form = readContact(typed)
    const { email, billing_address } = before
    return hasAccount ? { ...form, email } : { ...form, billing_address }
  }

  async function save(typed: FormData) {
    const change = contactChange(formIn(typed), before)
    const reason = textIn(typed, 'reason')
    const isConfirmed = typed.get('phone_confirmed') === 'yes'
    const body = {
      ...change,
      ...(isConfirmed && { phone_confirmed: true }),
      version,
      ...(reason && { reason }),
    }
    try {
      await write('PUT /api/office/members/:id', { params, body })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      const latest = await read('GET /api/office/members/:id', { params })
      setVersion(latest.version)
      const by = typeof error.body.by === 'string' ? error.body.by : null
      throw new ApiError(error.status, {
        code: error.code,
        error: meanwhileText(by, { before, now: contactFormOf(latest) }),
      })
    }
    toast({ text: `${name}’s contact details have been saved.`, tone: 'success' })
    await navigate(`/members/${member.id}`)
  }

  return (
    <OfficePage
      title="Change contact details"
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: `/members/${member.id}` },
      ]}
      lede={
        hasAccount
          ? 'The member signs in with the email address, and must type the NHS number themselves. They change both in the portal.'
          : 'This member has no account, so you enter the email address and the NHS number.'
      }
    >
      <PersonBanner person={member.person} />
      <OfficeForm
        submit="Save"
        check={(typed) =>
          contactErrors(formIn(typed), {
            before,
            today: ukDate(new Date()),
            again: textIn(typed, 'nhs_number_again'),
          })
        }
        send={save}
        onCancel={() => navigate(`/members/${member.id}`)}
      >
        {(errorOf) => (
          <>
            <ContactFields
              before={before}
              errorOf={errorOf}
              hasAccount={hasAccount}
              hasNhsNumber={member.nhs_number !== 'none'}
              isToConfirm={ukMobile(member.phone) !== null && member.texts_to === null}
            />
            <TextField
              name="reason"
              label="Why are you changing it?"
              hint="For example, they called us on 3 May. This stays on the member’s record. Without a reason, a clinician or admin checks even a corrected spelling."
              maxLength={500}
              autoComplete="off"
              optional
            />
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}
