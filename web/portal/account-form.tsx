import type { AuthError } from '@supabase/auth-js'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormProblem } from '../account/form-problem.tsx'
import { authErrorWords, UNEXPECTED } from '../account/form-words.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { useErrorTitle } from '../ui/error-title.ts'
import styles from './portal.module.css'

type Props = {
  /** What is wrong with the fields as they were typed. */
  check: (typed: FormData) => FieldError[]
  /** Asks the authentication service; the error that it answers, or null. */
  ask: (typed: FormData) => Promise<AuthError | null>
  /** What the service finds wrong with one of the fields; null for any other trouble. */
  toldAtAField: (error: AuthError) => FieldError | null
  onDone: (typed: FormData) => void
  onCancel: () => void
  label: string
  /** What the button says meanwhile. */
  pendingLabel?: string
  /** The fields, given what to say at each of them. */
  children: (errorOf: (name: string) => string | undefined) => ReactNode
}

/** A form that changes how a member signs in; its first field that can be seen gets the focus. */
export function AccountForm(props: Props) {
  const { check, ask, toldAtAField, onDone, onCancel, children } = props
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
      const error = await ask(typed)
      if (!error) return onDone(typed)
      const told = toldAtAField(error)
      if (told) setErrors([told])
      else setProblem(authErrorWords(error))
    } catch {
      setProblem(UNEXPECTED)
    } finally {
      setPending(false)
    }
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={change}>
      <ErrorSummary errors={errors} />
      {children((name) => errors.find(({ field }) => field === name)?.message)}
      <div>
        <Buttons>
          <Button type="submit" pending={isPending}>
            {isPending ? pendingLabel : label}
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
