import type { AuthError } from '@supabase/auth-js'
import { passwordError, passwordHint } from '../../domain/passwords.ts'
import { AccountForm } from '../account/account-form.tsx'
import {
  CurrentPasswordField,
  currentPasswordMissing,
  currentPasswordWrong,
  HiddenUsername,
} from '../account/current-password.tsx'
import { usePasswordMinLength } from '../account/password-min-length.ts'
import { authClient } from '../auth-client.ts'
import type { FieldError } from '../ui/error-summary.tsx'
import { readText, weakPasswordOf } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'

type Props = {
  email: string
  isStaff: boolean
  onChanged: () => void
  onCancel: () => void
}

export function ChangePassword({ email, isStaff, onChanged, onCancel }: Props) {
  const minLength = usePasswordMinLength({ isStaff })
  return (
    <AccountForm
      label="Save new password"
      check={(typed) => passwordErrors(typed, minLength)}
      send={requestPasswordChange}
      toFieldError={toFieldError}
      onDone={onChanged}
      onCancel={onCancel}
    >
      {(errorOf) => {
        const its = (name: Name) => ({ name, id: name, label: LABELS[name], error: errorOf(name) })
        return (
          <>
            <HiddenUsername email={email} />
            <CurrentPasswordField {...its('current-password')} />
            <PasswordField
              {...its('new-password')}
              hint={passwordHint(minLength)}
              autoComplete="new-password"
            />
            <PasswordField {...its('confirm-password')} autoComplete="new-password" />
          </>
        )
      }}
    </AccountForm>
  )
}

async function requestPasswordChange(typed: FormData): Promise<AuthError | null> {
  const { error } = await (await authClient()).updateUser({
    password: readText(typed, 'new-password'),
    current_password: readText(typed, 'current-password'),
  })
  return error
}

const LABELS = {
  'current-password': 'Current password',
  'new-password': 'New password',
  'confirm-password': 'Confirm new password',
} as const
type Name = keyof typeof LABELS
const CURRENT = { name: 'current-password', label: LABELS['current-password'] }

/** Two equal passwords of the least length (rules §2.2), and the current one. */
function passwordErrors(typed: FormData, minLength: number): FieldError[] {
  const wanted = readText(typed, 'new-password')
  const missing = currentPasswordMissing(typed, CURRENT)
  if (missing.length > 0) return missing
  if (wanted !== readText(typed, 'confirm-password')) {
    return [{ field: 'confirm-password', message: 'Passwords do not match.' }]
  }
  const message = passwordError(wanted, minLength)
  return message ? [{ field: 'new-password', message }] : []
}

function toFieldError(error: AuthError): FieldError | null {
  const { code, message } = error
  const weak = weakPasswordOf(error)
  if (weak) return { field: 'new-password', message: weak }
  if (code === 'same_password') return { field: 'new-password', message }
  return currentPasswordWrong(error, CURRENT)
}
