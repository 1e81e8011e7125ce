import type { AuthError } from '@supabase/auth-js'
import type { FieldError } from '../ui/error-summary.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { readText } from './form-words.ts'

type Props = { name: string; label?: string; error: string | undefined }

/** The password that the member has, asked for before a change of how the account is signed in to. */
export function PresentPassword({ name, label = YOUR_PASSWORD, error }: Props) {
  return <PasswordField {...{ name, id: name, label, error }} autoComplete="current-password" />
}

/** What is wrong with the password as it was typed. */
export function presentPasswordMissing(
  typed: FormData,
  { name, label = YOUR_PASSWORD }: { name: string; label?: string },
): FieldError[] {
  if (readText(typed, name) !== '') return []
  return [{ field: name, message: `Please enter your ${inSentence(label)}.` }]
}

/** What the service finds wrong with the present password; null for any other error. */
export function presentPasswordWrong(
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
