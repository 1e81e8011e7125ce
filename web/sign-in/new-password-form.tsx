import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { passwordError, passwordHint } from '../../domain/passwords.ts'
import styles from '../account/account.module.css'
import type { EmailLink } from '../account/email-link.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { PasswordCheck } from '../account/password-check.tsx'
import { usePasswordMinLength } from '../account/password-min-length.ts'
import { otherAccountProblem } from '../account/verified-account.ts'
import { withPasswordCheck } from '../account/with-password-check.ts'
import { authClient } from '../auth-client.ts'
import { signOut } from '../session.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { authErrorText, readText, unexpected, weakPasswordOf } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'

type Props = {
  emailLink: EmailLink | null
  code: string | null
  /** Resolves to null, or to an error message. */
  onChanged: () => Promise<string | null>
  /** Of the link; `isUnknown` where only using it shows whose it is, and `address` what was typed. */
  /** Of a colleague, who has no password yet. */
  isInvitation?: boolean
  account?: { who: ReactNode; address: string | null; isUnknown: boolean; onNotMe: () => void }
}

const SecondStep = lazy(() =>
  import('../two-step/second-step.tsx').then(({ SecondStep }) => ({ default: SecondStep })),
)

/** A second step comes first, so that access to the mailbox alone cannot replace the password. */
export function NewPasswordForm(props: Props) {
  const { emailLink, code, onChanged, account, isInvitation = false } = props
  const hasLink = Boolean(emailLink ?? code)
  const hasSession = useRef(!hasLink)
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isLinkUsed, setLinkUsed] = useState(false)
  const [isPending, setPending] = useState(false)
  const [heldPassword, setHeldPassword] = useState<string | null>(null)
  const [isStaff, setStaff] = useState(isInvitation)
  const minLength = usePasswordMinLength({ isStaff })
  useErrorTitle(errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const password = readText(typed, 'password')
    const again = readText(typed, 'confirmPassword')
    const foundErrors = passwordErrors({ password, again }, minLength)
    setErrors(foundErrors)
    setProblem(null)
    if (foundErrors.length > 0) return
    setPending(true)
    try {
      await change(password)
    } catch {
      setProblem(unexpected())
    } finally {
      setPending(false)
    }
  }

  async function change(password: string) {
    const client = await authClient()
    // The token works once; after a refused password the session exists.
    if (!hasSession.current) {
      const { data, error } = emailLink
        ? await client.verifyOtp(emailLink)
        : await client.exchangeCodeForSession(code ?? '')
      if (error) {
        setLinkUsed(error.name !== 'AuthRetryableFetchError')
        return setProblem(authErrorText(error))
      }
      if (account?.isUnknown) {
        const problem = await otherAccountProblem(account.address, data.user)
        if (problem) return setProblem(problem)
      }
      hasSession.current = true
    }
    const { error } = hasLink
      ? await client.updateUser({ password })
      : await withPasswordCheck(() => client.updateUser({ password }))
    if (error?.code === 'insufficient_aal') return setHeldPassword(password)
    setHeldPassword(null)
    if (!error) return setProblem(await onChanged())
    if (hasLink && error.code === 'current_password_required') {
      setLinkUsed(true)
      return setProblem(TOO_LATE)
    }
    const weakPassword = weakPasswordOf(error)
    if (!weakPassword) return setProblem(authErrorText(error))
    const { data } = await client.getSession()
    setStaff(data.session?.user.app_metadata.staff === true)
    setErrors([{ field: 'password', message: weakPassword }])
  }

  if (heldPassword !== null) {
    const changeNow = async () => {
      await change(heldPassword)
      return null
    }
    return (
      <Suspense fallback={<Spinner />}>
        <SecondStep step="code" onShown={changeNow} onCancel={() => signOut()} />
      </Suspense>
    )
  }
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <>
      <PasswordCheck />
      <ErrorSummary errors={errors} />
      <h1>{isInvitation ? 'Welcome. Choose your password' : 'Reset Password'}</h1>
      <div className={styles.intro}>
        {account && (
          <p>
            This link sets {isInvitation ? 'the' : 'a new'} password for {account.who}.
          </p>
        )}
        <p>{passwordHint(minLength)}</p>
      </div>
      <form noValidate onSubmit={submit}>
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          error={errorOf('password')}
        />
        <PasswordField
          name="confirmPassword"
          label="Confirm password"
          autoComplete="new-password"
          error={errorOf('confirmPassword')}
        />
        <div className={styles.submit}>
          <Button type="submit" pending={isPending}>
            {isInvitation ? 'Set password' : 'Reset Password'}
          </Button>
        </div>
        {account && !hasSession.current && (
          <TextButton onClick={account.onNotMe}>This is not me</TextButton>
        )}
        <FormProblem>{problem}</FormProblem>
        {isLinkUsed && (
          <p className={styles.other}>
            To get a new link, go to <Link to="/login">Login</Link>, enter your email and press
            ‘Forgot password?’.
          </p>
        )}
      </form>
    </>
  )
}

const TOO_LATE = 'You opened the link more than 10 minutes ago. Please ask for a new one.'

function passwordErrors(
  { password, again }: { password: string; again: string },
  minLength: number,
): FieldError[] {
  if (password !== again) {
    return [{ field: 'confirmPassword', message: 'Passwords do not match.' }]
  }
  const message = passwordError(password, minLength)
  return message ? [{ field: 'password', message }] : []
}
