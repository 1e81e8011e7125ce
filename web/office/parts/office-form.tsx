import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../../api.ts'
import { reportClientError } from '../../report-error.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useErrorTitle } from '../../ui/use-error-title.ts'
import styles from './office-form.module.css'

type Props = {
  submit: string
  check?: (typed: FormData) => FieldError[]
  /** Throws ApiError, whose sentence is then shown and what was typed stays. */
  send: (typed: FormData) => Promise<void>
  /** Null when the error belongs to no field. */
  toFieldError?: (error: ApiError) => FieldError | null
  onCancel?: () => void
  children: (errorOf: (name: string) => string | undefined) => ReactNode
}

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

export function OfficeForm({ submit, check, send, toFieldError, onCancel, children }: Props) {
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const wrong = check?.(typed) ?? []
    setErrors(wrong)
    setProblem(null)
    if (wrong.length > 0) return
    setPending(true)
    try {
      await send(typed)
    } catch (error) {
      showError(error)
    } finally {
      setPending(false)
    }
  }

  function showError(error: unknown) {
    if (!(error instanceof ApiError)) {
      reportClientError('An office form failed', error)
      return setProblem(UNEXPECTED)
    }
    const fieldError = toFieldError?.(error)
    if (fieldError) setErrors([fieldError])
    else setProblem(error.message)
  }

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <ErrorSummary errors={errors} />
      {children((name) => errors.find(({ field }) => field === name)?.message)}
      <div className={styles.end}>
        {problem && (
          <Notice tone="warn" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        <Buttons>
          <Button type="submit" pending={isPending}>
            {submit}
          </Button>
          {onCancel && (
            <Button kind="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Buttons>
      </div>
    </form>
  )
}

export function textIn(typed: FormData, name: string): string {
  const value = typed.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
