import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormActions } from '../account/form-actions.tsx'
import { FormProblem } from '../account/form-problem.tsx'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText } from '../ui/form-text.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { copy } from './copy.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { beginSetUp, endSetUp, type NewApp } from './set-up.ts'
import styles from './two-step.module.css'

type Props = {
  onDone: () => void
  onCancel: () => void
  level?: 2 | 3
}

export function SetUpForm({ onDone, onCancel, level = 3 }: Props) {
  const { app, problem, begin } = useNewApp()
  const [isSetUp, setSetUp] = useState(false)
  if (isSetUp) return <RecoveryCodes onDone={onDone} level={level} />
  if (problem) {
    return (
      <>
        <FormProblem>{problem}</FormProblem>
        <div className={styles.actions}>
          <Buttons>
            <Button onClick={begin}>Start again</Button>
            <Button kind="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </Buttons>
        </div>
      </>
    )
  }
  if (!app) return <Spinner>Preparing your code</Spinner>
  return (
    <ConfirmApp key={app.id} app={app} onConfirmed={() => setSetUp(true)} onCancel={onCancel} />
  )
}

function useNewApp() {
  const [app, setApp] = useState<NewApp | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isStarted = useRef(false)

  async function begin() {
    setProblem(null)
    setApp(null)
    const begun = await beginSetUp()
    if ('problem' in begun) setProblem(begun.problem)
    else setApp(begun.value)
  }

  // Runs once: a second enrolment would replace the first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only
  useEffect(() => {
    if (!isStarted.current) begin()
    isStarted.current = true
  }, [])
  return { app, problem, begin }
}

function ConfirmApp({
  app,
  onConfirmed,
  onCancel,
}: {
  app: NewApp
  onConfirmed: () => void
  onCancel: () => void
}) {
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const start = useRef<HTMLParagraphElement>(null)
  useErrorTitle(errors)
  useEffect(() => start.current?.focus(), [])

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const code = readText(new FormData(event.currentTarget), 'code').replace(/\s/g, '')
    setProblem(null)
    if (!/^\d{6}$/.test(code)) return setErrors([MISSING])
    setErrors([])
    setPending(true)
    const problem = await endSetUp(app, code)
    setPending(false)
    if (problem === null) return onConfirmed()
    if (problem === 'wrong') setErrors([WRONG])
    else setProblem(problem)
  }

  return (
    <form className={styles.form} noValidate onSubmit={confirm}>
      <ErrorSummary errors={errors} />
      <p ref={start} tabIndex={-1}>
        <b>1.</b> You need an authenticator app on your phone, such as Google Authenticator,
        Microsoft Authenticator or the one in your password manager.
      </p>
      <AddToApp uri={app.uri} />
      <p className={styles.key}>
        <code>{app.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Button kind="quiet" icon="copy" onClick={() => copy(app.secret, 'The key has been copied.')}>
        Copy the key
      </Button>
      <p>
        <b>3.</b> Enter the code that the app shows now.
      </p>
      <TextField
        name="code"
        label="Code from your app"
        autoComplete="one-time-code"
        inputMode="numeric"
        width={10}
        error={errors[0]?.message}
      />
      <FormActions label="Confirm" isPending={isPending} onCancel={onCancel} problem={problem} />
    </form>
  )
}

/** On a phone its own app opens by the link; the square is for a second device. */
function AddToApp({ uri }: { uri: string }) {
  const square = <QrCode text={uri} label="QR code for your authenticator app" />
  return (
    <>
      <div className={styles.touch}>
        <p>
          <b>2.</b> Add the site to the app.
        </p>
        <ButtonLink to={uri} icon="lock-key">
          Open my authenticator app
        </ButtonLink>
        <details>
          <summary>The app is on another device</summary>
          {square}
        </details>
        <p>If nothing opens, copy this key and paste it into the app:</p>
      </div>
      <div className={styles.mouse}>
        <p>
          <b>2.</b> Scan this square with the app.
        </p>
        {square}
        <p>
          On the phone itself, <a href={uri}>open it in your app</a>, or type this key into it:
        </p>
      </div>
    </>
  )
}

const MISSING = { field: 'code', message: 'Please enter the 6 digits that your app shows.' }
const WRONG = {
  field: 'code',
  message:
    'This code is wrong. Enter the one your app shows now. If that is also wrong, check that your phone’s clock is right.',
}
