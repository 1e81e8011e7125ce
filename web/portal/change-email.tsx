import type { AuthError } from '@supabase/auth-js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isEmailAddress } from '../../domain/email-address.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { authErrorWords, readText, UNEXPECTED } from '../account/form-words.ts'
import { authClient } from '../auth-client.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { useErrorTitle } from '../ui/error-title.ts'
import { TextField } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './portal.module.css'

type Props = {
  email: string
  /** The mails that confirm the new address are on their way. */
  onAsked: (email: string) => void
  onCancel: () => void
}

/** The address he wants, and his password: with another address somebody else could take the account. */
export function ChangeEmail({ email, onAsked, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('#new-email')?.focus(), [])

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const wanted = readText(typed, 'new-email').trim().toLowerCase()
    const password = readText(typed, 'email-password')
    const wrong = addressErrors({ wanted, password, email })
    setErrors(wrong)
    setProblem(null)
    if (wrong.length > 0) return
    setPending(true)
    try {
      const { error } = await (await authClient()).updateUser(
        { email: wanted, current_password: password },
        { emailRedirectTo: `${location.origin}/login?from=/portal` },
      )
      if (!error) return onAsked(wanted)
      const told = toldAtAField(error)
      if (told) setErrors([told])
      else setProblem(authErrorWords(error))
    } catch {
      setProblem(UNEXPECTED)
    } finally {
      setPending(false)
    }
  }

  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={change}>
      <ErrorSummary errors={errors} />
      <TextField
        name="new-email"
        label="New email address"
        type="email"
        autoComplete="email"
        error={errorOf('new-email')}
      />
      <PasswordField
        name="email-password"
        label="Your password"
        autoComplete="current-password"
        error={errorOf('email-password')}
      />
      <div>
        <Buttons>
          <Button type="submit" pending={isPending}>
            {isPending ? 'Saving...' : 'Change email address'}
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

function addressErrors(typed: { wanted: string; password: string; email: string }): FieldError[] {
  const errors: FieldError[] = []
  if (!isEmailAddress(typed.wanted)) {
    errors.push({
      field: 'new-email',
      message: 'Please enter an email address, like name@example.org.',
    })
  } else if (typed.wanted === typed.email.toLowerCase()) {
    errors.push({ field: 'new-email', message: 'This is the address that you have.' })
  }
  if (!typed.password)
    errors.push({ field: 'email-password', message: 'Please enter your password.' })
  return errors
}

/** What the service finds wrong with one of the fields; null for any other trouble. */
function toldAtAField({ code, message }: AuthError): FieldError | null {
  if (code?.startsWith('current_password')) {
    return { field: 'email-password', message: 'This is not your password.' }
  }
  return code === 'email_exists' || code === 'email_address_invalid'
    ? { field: 'new-email', message }
    : null
}
