import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { reportClientError } from '../../report-error.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useErrorTitle } from '../../ui/use-error-title.ts'
import { AskBeforeLeaving } from './ask-before-leaving.tsx'
import { isNoConnection, NOT_SENT } from './no-connection.ts'
import styles from './office-form.module.css'
import { RefusalDetails } from './refusal-details.tsx'

export type OfficeFormProps = {
  submit: string
  check?: (typed: FormData) => FieldError[]
  /** Throws ApiError, whose sentence is then shown and what was typed stays. */
  send: (typed: FormData) => Promise<void>
  /** Null when the error belongs to no field. */
  toFieldError?: (error: ApiError) => FieldError | null
  onCancel?: () => void
  /** Of the button beside it, when 'Cancel' could be meant otherwise. */
  leave?: string
  children: (errorOf: (name: string) => string | undefined) => ReactNode
}

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

export function OfficeForm({
  submit,
  check,
  send,
  toFieldError,
  onCancel,
  leave = 'Cancel',
  children,
}: OfficeFormProps) {
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const [isTyped, setTyped] = useState(false)
  // A screen that leaves by itself when it has sent, or by its button, asks nothing.
  const isLeaving = useRef(false)
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
    isLeaving.current = true
    try {
      await send(typed)
      setTyped(false)
    } catch (error) {
      showError(error)
    } finally {
      isLeaving.current = false
      setPending(false)
    }
  }

  function showError(error: unknown) {
    if (isNoConnection(error)) return setProblem(NOT_SENT)
    if (!(error instanceof ApiError)) {
      reportClientError('An office form failed', error)
      return setProblem(UNEXPECTED)
    }
    const fieldError = toFieldError?.(error)
    const named = fieldError ? [fieldError] : fieldsOf(error)
    if (named.length > 0) setErrors(named)
    else setProblem(nameOther(error))
  }

  return (
    <form className={styles.form} noValidate onSubmit={save} onInput={() => setTyped(true)}>
      {isTyped && <AskBeforeLeaving isLeaving={isLeaving} />}
      <ErrorSummary errors={errors} />
      {children((name) => errors.find(({ field }) => field === name)?.message)}
      <div className={styles.end}>
        {problem instanceof ApiError && <RefusalDetails error={problem} />}
        {typeof problem === 'string' && (
          <Notice tone="warn" role="alert">
            <p>{problem}</p>
          </Notice>
        )}
        <Buttons>
          <Button type="submit" pending={isPending}>
            {submit}
          </Button>
          {onCancel && (
            <Button
              kind="quiet"
              onClick={() => {
                isLeaving.current = true
                onCancel()
              }}
            >
              {leave}
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

/** An error, with its message, for each of these fields that has no text. */
export function missingFields(typed: FormData, messages: Record<string, string>): FieldError[] {
  return Object.entries(messages)
    .filter(([field]) => textIn(typed, field) === '')
    .map(([field, message]) => ({ field, message }))
}

/** The server names the fields of some refusals. */
function fieldsOf({ body }: ApiError): FieldError[] {
  const fields: unknown[] = Array.isArray(body.fields) ? body.fields : []
  return fields.flatMap((one) => {
    const { field, message } = Object(one)
    return typeof field === 'string' && typeof message === 'string' ? [{ field, message }] : []
  })
}

/** With the name of the colleague who changed the same, in a text of its own. */
function nameOther(error: ApiError): string | ApiError {
  const { code, body } = error
  if (code !== 'changed_meanwhile' || typeof body.by !== 'string') return error
  return `${body.by} changed this while you were working on it. Your changes have not been saved. Copy what you need, then reload the page.`
}
