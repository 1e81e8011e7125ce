import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { STAFF_PASSWORD_MIN_LENGTH } from '../../domain/passwords.ts'
import { authClient } from '../auth-client.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { authErrorText, readText, unexpected } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { useScrollIntoView } from '../ui/use-scroll-into-view.ts'
import styles from './account.module.css'
import { FormProblem } from './form-problem.tsx'
import { withFrom } from './return-path.ts'

type Props = {
  /** Resolves to null, or to an error message. */
  onSignedIn: () => Promise<string | null>
  from: string | null
  /** Shown below the error summary. */
  children: ReactNode
}

export function LoginForm({ onSignedIn, from, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [code, setCode] = useState<string | undefined>()
  const [sent, setSent] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const sentRef = useScrollIntoView<HTMLDivElement>(sent)
  const { state } = useLocation()
  useErrorTitle(errors)

  async function run(errorsBefore: FieldError[], work: () => Promise<string | null>) {
    setErrors(errorsBefore)
    setProblem(null)
    setCode(undefined)
    setSent(null)
    if (errorsBefore.length > 0) return
    setPending(true)
    try {
      setProblem(await work())
    } catch {
      setProblem(unexpected())
    } finally {
      setPending(false)
    }
  }

  function logIn(event: FormEvent) {
    event.preventDefault()
    const { email, password } = readLogin(form.current)
    return run(missing({ email, password }), async () => {
      const { error } = await (await authClient()).signInWithPassword({ email, password })
      if (!error) return await onSignedIn()
      if (error.code === 'sign_in_link_sent') {
        setSent(error.message)
        return null
      }
      setCode(error.code)
      return error.code === 'weak_password' ? STAFF_NEED_LONGER : authErrorText(error)
    })
  }

  function forgotPassword() {
    const { email } = readLogin(form.current)
    return run(email ? [] : [{ field: 'email', message: NO_EMAIL_TO_RESET }], async () => {
      const redirectTo = `${location.origin}/reset-password`
      const { error } = await (await authClient()).resetPasswordForEmail(email, { redirectTo })
      if (!error) setSent('Password reset email sent. Check your inbox.')
      return error && authErrorText(error)
    })
  }

  function mailLink() {
    const { email } = readLogin(form.current)
    return run(email ? [] : [{ field: 'email', message: NO_EMAIL_FOR_LINK }], async () => {
      const options = {
        shouldCreateUser: false,
        emailRedirectTo: location.origin + withFrom('/login', from),
      }
      const { error } = await (await authClient()).signInWithOtp({ email, options })
      if (!error) setSent(LINK_SENT)
      return error && authErrorText(error)
    })
  }

  function sendConfirmationAgain() {
    const { email } = readLogin(form.current)
    return run([], async () => {
      const emailRedirectTo = location.origin + withFrom('/login', from)
      const again = { type: 'signup', email, options: { emailRedirectTo } } as const
      const { error } = await (await authClient()).resend(again)
      if (!error) setSent('Confirmation email sent. Check your inbox.')
      return error && authErrorText(error)
    })
  }

  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <>
      <ErrorSummary errors={errors} />
      {children}
      <form ref={form} noValidate onSubmit={logIn}>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          defaultValue={emailIn(state)}
          error={errorOf('email')}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          error={errorOf('password')}
        />
        <TextButton onClick={forgotPassword}>Forgot password?</TextButton>
        <div className={styles.submit}>
          <Button type="submit" wide pending={isPending}>
            Login
          </Button>
        </div>
        <TextButton onClick={mailLink}>Email me a link to sign in</TextButton>
        <FormProblem>{problem}</FormProblem>
        {code === 'email_not_confirmed' && (
          <TextButton onClick={sendConfirmationAgain}>Send the confirmation email again</TextButton>
        )}
        {code === 'invalid_credentials' && (
          <p>
            The email or the password is not right.{' '}
            <TextButton onClick={forgotPassword}>Choose a new password</TextButton> or{' '}
            <Link to={withFrom('/signup', from)} state={state} replace>
              create an account if you have none
            </Link>
            .
          </p>
        )}
        <div ref={sentRef} role="status" className={styles.notices}>
          {sent && (
            <Notice icon="envelope-simple">
              <p>{sent}</p>
            </Notice>
          )}
        </div>
      </form>
    </>
  )
}

// Only after the right password of a staff account.
const STAFF_NEED_LONGER = `Staff accounts need a password of at least ${STAFF_PASSWORD_MIN_LENGTH} characters. Press ‘Forgot password?’ to choose one.`
const NO_EMAIL_TO_RESET = 'Please enter your email to reset your password.'
const NO_EMAIL_FOR_LINK = 'Enter your email and we will send you a link.'
// The same for unknown addresses.
const LINK_SENT =
  'If there is an account with this email, we have sent a link to sign in. Check your inbox.'

function readLogin(form: HTMLFormElement | null) {
  const typed = new FormData(form ?? undefined)
  return {
    email: readText(typed, 'email').trim().toLowerCase(),
    password: readText(typed, 'password'),
  }
}

/** The email that was typed into the sign-up form. */
function emailIn(state: unknown): string | undefined {
  const { email }: { email?: unknown } = Object(state)
  return typeof email === 'string' ? email : undefined
}

function missing({ email, password }: { email: string; password: string }): FieldError[] {
  const errors: FieldError[] = []
  if (!email) errors.push({ field: 'email', message: 'Please enter your email.' })
  if (!password) errors.push({ field: 'password', message: 'Please enter your password.' })
  return errors
}
