import type { AuthError } from '@supabase/auth-js'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import styles from '../ui/form.module.css'
import { authErrorText, unexpected } from '../ui/form-text.ts'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { FormActions } from './form-actions.tsx'

type Props = {
  check: (typed: FormData) => FieldError[]
  /** Resolves to the service's error, or null. */
  send: (typed: FormData) => Promise<AuthError | null>
  /** Null when the error belongs to no field. */
  toFieldError: (error: AuthError) => FieldError | null
  onDone: (typed: FormData) => void
  onCancel: () => void
  label: string
  pendingLabel?: string
  children: (errorOf: (name: string) => string | undefined) => ReactNode
}

/** Changes how a member signs in; focuses its first visible field. */
export function AccountForm(props: Props) {
  const { check, send, toFieldError, onDone, onCancel, children } = props
  const { label, pendingLabel = 'Saving...' } = props
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), [])

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const wrong = check(typed)
    setErrors(wrong)
    setProblem(null)
    if (wrong.length > 0) return
    setPending(true)
    try {
      const error = await send(typed)
      if (!error) return onDone(typed)
      const fieldError = toFieldError(error)
      if (fieldError) setErrors([fieldError])
      else setProblem(authErrorText(error))
    } catch {
      setProblem(unexpected())
    } finally {
      setPending(false)
    }
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={change}>
      <ErrorSummary errors={errors} />
      {children((name) => errors.find(({ field }) => field === name)?.message)}
      <FormActions
        label={isPending ? pendingLabel : label}
        isPending={isPending}
        onCancel={onCancel}
        problem={problem}
      />
    </form>
  )
}
