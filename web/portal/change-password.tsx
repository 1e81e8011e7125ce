import type { AuthError } from '@supabase/auth-js'
import { PASSWORD_MIN_LENGTH } from '../../domain/sign-up.ts'
import { readText } from '../account/form-words.ts'
import { authClient } from '../auth-client.ts'
import type { FieldError } from '../ui/error-summary.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { AccountForm } from './account-form.tsx'

type Props = { email: string; onChanged: () => void; onCancel: () => void }

/** The password he has and, twice, the one he wants; the service judges both. */
export function ChangePassword({ email, onChanged, onCancel }: Props) {
  return (
    <AccountForm
      label="Save new password"
      check={passwordErrors}
      ask={askForPassword}
      toldAtAField={toldAtAField}
      onDone={onChanged}
      onCancel={onCancel}
    >
      {(errorOf) => {
        const its = (name: Name) => ({ name, id: name, label: LABELS[name], error: errorOf(name) })
        return (
          <>
            {/* For the programs that remember passwords: whose this is. */}
            <input
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <PasswordField {...its('current-password')} autoComplete="current-password" />
            <PasswordField
              {...its('new-password')}
              hint={`At least ${PASSWORD_MIN_LENGTH} characters. Three random words are easy to remember.`}
              autoComplete="new-password"
            />
            <PasswordField {...its('confirm-password')} autoComplete="new-password" />
          </>
        )
      }}
    </AccountForm>
  )
}

async function askForPassword(typed: FormData): Promise<AuthError | null> {
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

/** Spec §5, Reset password, and that the one he has is asked for. */
function passwordErrors(typed: FormData): FieldError[] {
  const wanted = readText(typed, 'new-password')
  if (readText(typed, 'current-password') === '') {
    return [{ field: 'current-password', message: 'Please enter your current password.' }]
  }
  if (wanted !== readText(typed, 'confirm-password')) {
    return [{ field: 'confirm-password', message: 'Passwords do not match.' }]
  }
  return wanted.length < PASSWORD_MIN_LENGTH ? [TOO_WEAK] : []
}

const TOO_WEAK = { field: 'new-password', message: 'Please use a longer password.' }

/** What the service finds wrong with one of the passwords; null for any other trouble. */
function toldAtAField({ code, message }: AuthError): FieldError | null {
  if (code === 'weak_password') return TOO_WEAK
  if (code === 'same_password') return { field: 'new-password', message }
  if (code?.startsWith('current_password')) {
    return { field: 'current-password', message: 'This is not your current password.' }
  }
  return null
}
