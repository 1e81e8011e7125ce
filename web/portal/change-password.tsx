import type { AuthError } from '@supabase/auth-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '../../domain/sign-up.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { authErrorWords, readText, UNEXPECTED } from '../account/form-words.ts'
import { authClient } from '../auth-client.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { useErrorTitle } from '../ui/error-title.ts'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './portal.module.css'

type Props = { email: string; onChanged: () => void; onCancel: () => void }

/** The password he has and, twice, the one he wants; the service judges both. */
export function ChangePassword({ email, onChanged, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('#current-password')?.focus(), [])

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const wrong = passwordErrors(typed)
    setErrors(wrong)
    setProblem(null)
    if (wrong.length > 0) return
    setPending(true)
    try {
      const { error } = await (await authClient()).updateUser({
        password: readText(typed, 'new-password'),
        current_password: readText(typed, 'current-password'),
      })
      if (!error) return onChanged()
      const told = toldAtAField(error)
      if (told) setErrors([told])
      else setProblem(authErrorWords(error))
    } catch {
      setProblem(UNEXPECTED)
    } finally {
      setPending(false)
    }
  }

  const its = (name: Name) => ({
    ...{ name, id: name, label: LABELS[name] },
    error: errors.find(({ field }) => field === name)?.message,
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={change}>
      <ErrorSummary errors={errors} />
      {/* For the programs that remember passwords: whose this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...its('current-password')} autoComplete="current-password" />
      <PasswordField
        {...its('new-password')}
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. Three random words are easy to remember.`}
        autoComplete="new-password"
      />
      <PasswordField {...its('confirm-password')} autoComplete="new-password" />
      <div>
        <Buttons>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Saving...' : 'Save new password'}
          </Button>
          <Button kind="quiet" disabled={isPending} onClick={onCancel}>
            Cancel
          </Button>
        </Buttons>
        <FormProblem>{problem}</FormProblem>
      </div>
    </form>
  )
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
