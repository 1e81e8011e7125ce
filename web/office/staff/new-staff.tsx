import { useNavigate } from 'react-router'
import { isEmailAddress } from '../../../domain/email-address.ts'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { nameErrors, rolesIn, StaffFields } from './staff-fields.tsx'

export function Component() {
  const navigate = useNavigate()

  async function add(typed: FormData) {
    const email = textIn(typed, 'email').toLowerCase()
    const name = textIn(typed, 'name')
    await write('POST /api/office/staff', { body: { email, name, roles: rolesIn(typed) } })
    toast({
      text: `${name} has been added. We have sent them an email invitation.`,
      tone: 'success',
    })
    await navigate('/staff')
  }

  return (
    <OfficePage
      title="Add a person"
      trail={[{ label: 'Staff', to: '/staff' }]}
      lede="We will email them a link to choose a password of at least 12 characters and set up an authenticator app."
    >
      <OfficeForm
        submit="Add and invite"
        check={check}
        send={add}
        toFieldError={({ code, message }) =>
          code === 'staff_exists' ? { field: 'email', message } : null
        }
        onCancel={() => navigate('/staff')}
      >
        {(errorOf) => (
          <>
            <TextField
              name="email"
              label="Email address"
              type="email"
              autoComplete="off"
              error={errorOf('email')}
            />
            <StaffFields errorOf={errorOf} />
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}

function check(typed: FormData): FieldError[] {
  const errors: FieldError[] = []
  if (!isEmailAddress(textIn(typed, 'email'))) {
    const message = 'Enter an email address, for example name@example.org.'
    errors.push({ field: 'email', message })
  }
  errors.push(...nameErrors(typed))
  if (rolesIn(typed).length === 0)
    errors.push({ field: 'roles', message: 'Choose at least one role.' })
  return errors
}
