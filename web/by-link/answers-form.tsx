import { type ReactNode, useState } from 'react'
import { ApiError } from '../api.ts'
import { reportClientError } from '../report-error.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './by-link.module.css'

/** The frame of questions that a link asks; sent when `check` finds nothing. */
export function AnswersForm({
  lede,
  answers,
  check,
  send,
  children,
}: {
  lede: string
  /** 'answer' or 'answers'. */
  answers: string
  check: () => FieldError[]
  send: () => Promise<void>
  children: (errorOf: (field: string) => string | undefined) => ReactNode
}) {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit() {
    const faults = check()
    setErrors(faults)
    setProblem(null)
    if (faults.length > 0) return
    setSending(true)
    try {
      await send()
    } catch (error) {
      reportClientError(`Failed to save the ${answers} by link`, error)
      setProblem(error instanceof ApiError ? error.message : 'Please try again.')
    }
    setSending(false)
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{lede}</p>
      <ErrorSummary errors={errors} />
      {problem && (
        <Notice tone="warn" role="alert" title="We could not save your answers">
          <p>{problem}</p>
        </Notice>
      )}
      {children((field) => errors.find((one) => one.field === field)?.message)}
      <Button type="submit" pending={isSending}>
        Send my {answers}
      </Button>
    </form>
  )
}
