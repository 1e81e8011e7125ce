import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AccountLink } from '../../domain/link-owner.ts'
import styles from '../account/account.module.css'
import type { EmailLink } from '../account/email-link.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { confirmSignUp, discardSignUp } from '../account/pending-sign-up.ts'
import { withFrom } from '../account/return-path.ts'
import { asksPassword, SignUpSummary } from '../account/sign-up-summary.tsx'
import { clearStoredSignUp } from '../account/stored-sign-up.ts'
import { Button, ButtonLink, TextButton } from '../ui/button.tsx'
import { confirm } from '../ui/dialog.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { readText, unexpected } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { NewPasswordForm } from './new-password-form.tsx'

type Props = {
  link: EmailLink
  signUp: AccountLink
  /** Resolves to null, or to an error message. */
  onSignedIn: () => Promise<string | null>
  from: string | null
}

type Step = 'confirm' | 'discarded' | 'choose'

/** In another browser it asks for the password first: a stranger may have used the address. */
export function ConfirmSignUp({ link, signUp, onSignedIn, from }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [step, setStep] = useState<Step>('confirm')
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const password = readText(new FormData(form.current ?? undefined), 'password')
    const isMissing = asksPassword(signUp) && !password
    setErrors(isMissing ? [MISSING] : [])
    setProblem(null)
    if (isMissing) return
    setPending(true)
    const result = await confirmSignUp(link, { asks: signUp.asks, password })
    if ('isWrong' in result) setErrors([WRONG])
    else if ('problem' in result) setProblem(result.problem)
    else {
      clearStoredSignUp()
      if (result.mustChoose) setStep('choose')
      else setProblem(await onSignedIn())
    }
    setPending(false)
  }

  async function discard() {
    if (isPending || !(await confirm(NOT_ME))) return
    setPending(true)
    setErrors([])
    setProblem(null)
    try {
      await discardSignUp(link)
      clearStoredSignUp()
      setStep('discarded')
    } catch {
      setProblem(unexpected())
    }
    setPending(false)
  }

  if (step === 'choose')
    return (
      <>
        <div className={styles.notices}>
          <Notice role="status" title="Please choose a new password">
            <p>
              Your email address is confirmed. The account has a different password from the one you
              typed, so please choose a new one now.
            </p>
          </Notice>
        </div>
        <NewPasswordForm emailLink={null} code={null} onChanged={onSignedIn} />
      </>
    )
  if (step === 'discarded')
    return (
      <>
        <h1>Confirm your email address</h1>
        <div className={styles.notices}>
          <Notice role="status" title="The account has been deleted">
            <p>Nobody can use it now. You can create your own account with this email address.</p>
          </Notice>
        </div>
        <ButtonLink to={withFrom('/signup', from)}>Create my own account</ButtonLink>
      </>
    )
  return (
    <>
      <ErrorSummary errors={errors} />
      <h1>Confirm your email address</h1>
      <form ref={form} noValidate onSubmit={submit}>
        <SignUpSummary signUp={signUp} />
        {asksPassword(signUp) && (
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            error={errors[0]?.message}
          />
        )}
        <div className={styles.submit}>
          <Button type="submit" pending={isPending} wide>
            Confirm my email address
          </Button>
        </div>
        {signUp.signed_up_at && <TextButton onClick={discard}>This was not me</TextButton>}
      </form>
      <FormProblem>{problem}</FormProblem>
      <p className={styles.other}>
        <b>Already confirmed?</b> <Link to={withFrom('/login', from)}>Login</Link>
      </p>
    </>
  )
}

const MISSING = { field: 'password', message: 'Please enter your password.' }
const WRONG = {
  field: 'password',
  message:
    'This is not the password for this account. Try again, or press ‘This was not me’ and create your own account.',
}
const NOT_ME = {
  title: 'Was this not you?',
  text: 'We will delete this account, and nobody will be able to use it. You can then create your own.',
  yes: 'Delete this account',
  no: 'Go back',
}
