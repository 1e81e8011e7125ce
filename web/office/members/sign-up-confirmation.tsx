import { useNavigate } from 'react-router'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'

/** For somebody whose sign-up waits for the link in its email. */
export function Component() {
  const navigate = useNavigate()

  async function send(typed: FormData) {
    const email = textIn(typed, 'email')
    await write('POST /api/office/sign-up-confirmations', { body: { email } })
    toast({ text: 'If a sign-up is waiting, we are sending its email again.', tone: 'success' })
    await navigate('/members')
  }

  return (
    <OfficePage
      title="Send a confirmation email again"
      trail={[{ label: 'Members', to: '/members' }]}
      lede="Somebody signed up and cannot find the email with the link that confirms their address. It goes only to the address they signed up with. A sign-up that nobody confirms is deleted after a day; after that they sign up again."
    >
      <OfficeForm
        submit="Send it again"
        check={(typed) => missingFields(typed, { email: 'Enter the email address.' })}
        send={send}
        onCancel={() => navigate('/members')}
      >
        {(errorOf) => (
          <TextField
            name="email"
            type="email"
            label="Email address they signed up with"
            autoComplete="off"
            error={errorOf('email')}
          />
        )}
      </OfficeForm>
    </OfficePage>
  )
}
