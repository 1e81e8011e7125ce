import type { AuthError } from '@supabase/auth-js'
import { isEmailAddress } from '../../domain/email-address.ts'
import { AccountForm } from '../account/account-form.tsx'
import {
  CurrentPasswordField,
  currentPasswordMissing,
  currentPasswordWrong,
} from '../account/current-password.tsx'
import { authClient } from '../auth-client.ts'
import type { FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText } from '../ui/form-text.ts'

const PASSWORD = { name: 'email-password' }

type Props = {
  email: string
  onRequested: (email: string) => void
  onCancel: () => void
}

/** Needs the password, because a new address could take over the account. */
export function ChangeEmail({ email, onRequested, onCancel }: Props) {
  return (
    <AccountForm
      label="Change email address"
      check={(typed) => addressErrors(typed, email)}
      send={requestAddressChange}
      toFieldError={toFieldError}
      onDone={(typed) => onRequested(newAddressOf(typed))}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <TextField
            name="new-email"
            label="New email address"
            type="email"
            autoComplete="email"
            error={errorOf('new-email')}
          />
          <CurrentPasswordField {...PASSWORD} error={errorOf(PASSWORD.name)} />
        </>
      )}
    </AccountForm>
  )
}

async function requestAddressChange(typed: FormData): Promise<AuthError | null> {
  const { error } = await (await authClient()).updateUser(
    { email: newAddressOf(typed), current_password: readText(typed, PASSWORD.name) },
    { emailRedirectTo: `${location.origin}/login?from=/portal` },
  )
  return error
}

function newAddressOf(typed: FormData): string {
  return readText(typed, 'new-email').trim().toLowerCase()
}

function addressErrors(typed: FormData, email: string): FieldError[] {
  const wanted = newAddressOf(typed)
  const errors: FieldError[] = []
  if (!isEmailAddress(wanted)) {
    errors.push({
      field: 'new-email',
      message: 'Enter an email address, for example name@example.org.',
    })
  } else if (wanted === email.toLowerCase()) {
    errors.push({ field: 'new-email', message: 'This is already your email address.' })
  }
  return [...errors, ...currentPasswordMissing(typed, PASSWORD)]
}

function toFieldError(error: AuthError): FieldError | null {
  const wrong = currentPasswordWrong(error, PASSWORD)
  if (wrong) return wrong
  const { code, message } = error
  return code === 'email_exists' || code === 'email_address_invalid'
    ? { field: 'new-email', message }
    : null
}
