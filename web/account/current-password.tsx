import type { AuthError } from '@supabase/auth-js'
import type { FieldError } from '../ui/error-summary.tsx'
import { readText } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'

type Props = { name: string; label?: string; error: string | undefined }

export function CurrentPasswordField({ name, label = YOUR_PASSWORD, error }: Props) {
  return (
    <PasswordField
      name={name}
      id={name}
      label={label}
      error={error}
      autoComplete="current-password"
    />
  )
}

export function currentPasswordMissing(
  typed: FormData,
  { name, label = YOUR_PASSWORD }: { name: string; label?: string },
): FieldError[] {
  if (readText(typed, name) !== '') return []
  return [{ field: name, message: `Please enter your ${inSentence(label)}.` }]
}

/** Null for other errors. */
export function currentPasswordWrong(
  { code }: AuthError,
  { name, label = YOUR_PASSWORD }: { name: string; label?: string },
): FieldError | null {
  if (!code?.startsWith('current_password')) return null
  return { field: name, message: `This is not your ${inSentence(label)}.` }
}

const YOUR_PASSWORD = 'Your password'

function inSentence(label: string): string {
  return label === YOUR_PASSWORD ? 'password' : label.toLowerCase()
}

/** For password managers. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
}
