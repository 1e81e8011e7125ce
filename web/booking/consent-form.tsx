import { type FormEvent, useRef, useState } from 'react'
import { type ConsentForm as Answers, consentErrors } from '../../domain/consent.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { toast } from '../ui/toast.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { QUESTIONS } from './answers-in-words.ts'
import { BeforeYouConsent } from './before-you-consent.tsx'
import styles from './consent-form.module.css'
import { ConsentTicks } from './consent-ticks.tsx'
import { HealthQuestions } from './health-questions.tsx'
import type { Questions } from './questions.ts'

type ConsentFormProps = {
  answers: Answers
  onChange: (next: Answers) => void
  /** Called with complete answers. */
  onConsent: () => Promise<void>
  action: string
  onBack?: () => void
}

/** Validated on submit; a change clears the field's error. */
export function ConsentForm({ answers, onChange, onConsent, action, onBack }: ConsentFormProps) {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [summary, setSummary] = useState<readonly FieldError[]>([])
  const [changedFields, setChangedFields] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const dismissToast = useRef(() => {})
  const areAllChanged = errors.every(({ field }) => changedFields.includes(field))
  useErrorTitle(areAllChanged ? NONE : errors)

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (isPending) return
    const foundErrors = consentErrors(answers)
    setErrors(foundErrors)
    setSummary(foundErrors.map(nameQuestion))
    setChangedFields([])
    const [first] = foundErrors
    dismissToast.current()
    if (first) {
      dismissToast.current = toast({ title: 'Consent Required', text: first.message, tone: 'info' })
      return
    }
    setPending(true)
    await onConsent()
    setPending(false)
  }

  const questions: Questions = {
    answers,
    errorOf: (field) =>
      changedFields.includes(field) ? undefined : errors.find((e) => e.field === field)?.message,
    onChange(next) {
      setChangedFields([...changedFields, ...Object.keys(next)])
      onChange(next)
    },
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ErrorSummary errors={areAllChanged ? NONE : summary} />
      <BeforeYouConsent />
      <HealthQuestions {...questions} />
      <ConsentTicks {...questions} />
      <Buttons>
        <Button type="submit" pending={isPending}>
          {isPending ? 'Processing...' : action}
        </Button>
        {onBack && (
          <Button kind="quiet" onClick={onBack}>
            Back to the times
          </Button>
        )}
      </Buttons>
    </form>
  )
}

const NONE: readonly FieldError[] = []

const NAMES: Record<string, string> = {
  ...QUESTIONS,
  familyMemberWithProstateCancer: QUESTIONS.familyHistoryProstateCancer,
  familyMemberWithOvarianCancer: QUESTIONS.familyHistoryBreastOvarianCancer,
}

/** Several questions share one message, so the error summary names the question. */
export function nameQuestion({ field, message }: FieldError): FieldError {
  const question = NAMES[field]
  return { field, message: question ? `${question}: ${message}` : message }
}
