import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormActions } from '../account/form-actions.tsx'
import { Helpline } from '../events/helpline.tsx'
import { TextButton } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText, unexpected } from '../ui/form-text.ts'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { type CodeProblem, showCode } from './show-code.ts'
import styles from './two-step.module.css'

type Props = {
  /** Resolves to null, or to an error message. */
  onShown: () => Promise<string | null>
  /** Signs out, for a user with neither app nor recovery code. */
  onCancel: () => Promise<void>
}

export function SecondStepForm({ onShown, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [isOnPaper, setOnPaper] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)
  // Focuses the field that replaced the password form or the other kind of code.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the kind of code changes
  useEffect(() => form.current?.querySelector('input')?.focus(), [isOnPaper])
  const text = isOnPaper ? ON_PAPER : IN_APP

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const code = readText(new FormData(event.currentTarget), 'code').replace(/[\s-]/g, '')
    const isCode = text.shape.test(code)
    setErrors(isCode ? [] : [{ field: 'code', message: text.missing }])
    setProblem(null)
    if (!isCode) return
    setPending(true)
    try {
      const problem = await showCode(code, { isOnPaper })
      if (problem) showProblem(problem)
      else setProblem(await onShown())
    } catch {
      setProblem(unexpected())
    } finally {
      setPending(false)
    }
  }

  function showProblem(problem: CodeProblem) {
    if (problem === 'wrong') return setErrors([{ field: 'code', message: text.wrong }])
    setOver(problem === 'over')
    setProblem(PROBLEMS[problem])
  }

  function switchKind() {
    setOnPaper(!isOnPaper)
    setErrors([])
    setProblem(null)
  }

  return (
    <>
      <ErrorSummary errors={errors} />
      <h1>Two-step verification</h1>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          key={text.label}
          name="code"
          label={text.label}
          hint={text.hint}
          {...text.box}
          autoCapitalize="none"
          spellCheck={false}
          error={errors[0]?.message}
        />
        <FormActions
          label="Continue"
          cancelLabel={isOver ? 'Sign in again' : 'Cancel'}
          isPending={isPending}
          onCancel={onCancel}
          problem={problem}
        />
        <TextButton onClick={switchKind}>{text.switchKind}</TextButton>
      </form>
      <p className={styles.aside}>
        If you have no app and no recovery codes, call us: <Helpline />
      </p>
    </>
  )
}

const IN_APP = {
  label: 'Code from your app',
  hint: 'Open the authenticator app on your phone and enter the 6 digits it shows for CHAPS.',
  shape: /^\d{6}$/,
  missing: 'Please enter the 6 digits that your app shows.',
  wrong: 'This code is wrong. Enter the one your app shows now.',
  switchKind: 'Use a recovery code',
  box: { autoComplete: 'one-time-code', inputMode: 'numeric', width: 10 },
} as const
const ON_PAPER = {
  label: 'Recovery code',
  hint: 'One of the 10 codes you saved when you set up two-step verification. Each works once.',
  shape: /^\w{12}$/,
  missing: 'Please enter a recovery code of 12 letters and digits.',
  wrong: 'This recovery code is not right, or it has been used.',
  switchKind: 'Use a code from your app',
  box: { autoComplete: 'off', inputMode: 'text', width: 20 },
} as const

const PROBLEMS: Record<Exclude<CodeProblem, 'wrong'>, string> = {
  wait: 'Too many tries. Please wait a few minutes, then try again.',
  over: 'Your sign-in has timed out. Please sign in again.',
  failed: unexpected(),
}
