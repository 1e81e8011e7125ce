import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { SIGN_UP_FIELDS, signUpErrors } from '../../domain/sign-up.ts'
import { ukDate } from '../../domain/uk-time.ts'
import { reportClientError } from '../report-error.ts'
import { profile } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { PROFILE_NOT_LOADED } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './account.module.css'
import { showAgeError } from './age-notice.ts'
import { FormProblem } from './form-problem.tsx'
import { usePasswordMinLength } from './password-min-length.ts'
import { LETTER_PAGE, withFrom } from './return-path.ts'
import {
  type Account,
  createAccount,
  createProfile,
  isAgeError,
  type Problem,
  readSignUp,
} from './sign-up.ts'
import { AboutYou, NameAndAddress, YourSignIn } from './sign-up-fields.tsx'

type Props = {
  from: string | null
  /** An account without a profile; null for a new visitor. */
  account: Account | null
}

/** A retry after an error skips what was already created (rules §2.1). */
export function SignUpForm({ from, account }: Props) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const created = useRef(account)
  // The record with everything else is there already.
  const isClaiming = from === LETTER_PAGE && account === null
  const [errors, setErrors] = useState<SignUpError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [knownEmail, setKnownEmail] = useState<string>()
  const [isPending, setPending] = useState(false)
  const passwordMinLength = usePasswordMinLength()
  const listed = useMemo(() => errors.map(listedError), [errors])
  useErrorTitle(errors)
  useEffect(() => {
    const ageError = errors.find(isAgeError)
    if (ageError) void showAgeError(ageError.message)
  }, [errors])

  function isAsked(field: string): boolean {
    if (isClaiming) return SIGN_IN_FIELDS.has(field)
    return !account || !SIGN_IN_FIELDS.has(field)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = readSignUp(new FormData(event.currentTarget))
    const foundErrors = signUpErrors(form, ukDate(new Date()), { passwordMinLength }).filter(
      ({ field }) => isAsked(field),
    )
    setErrors(foundErrors)
    setProblem(null)
    setKnownEmail(undefined)
    if (foundErrors.length > 0 || isPending) return
    setPending(true)
    const problem = await register(form)
    setPending(false)
    if (problem) show(problem)
  }

  async function register(form: ReturnType<typeof readSignUp>): Promise<Problem | null> {
    if (!account && created.current?.email !== form.email) {
      const result = await createAccount(form, from)
      if ('problem' in result) return result.problem
      created.current = result.account
    }
    if (!created.current) return null
    const problem = isClaiming ? null : await createProfile(form, created.current)
    if (problem) return problem
    if (!created.current.hasSession) {
      await navigate(withFrom('/signup-success', from), { replace: true, state })
      return null
    }
    try {
      if (!isClaiming) await profile()
    } catch (error) {
      reportClientError('Failed to fetch user profile', error)
      return { message: PROFILE_NOT_LOADED }
    }
    await navigate(from ?? '/', { replace: true, state })
    return null
  }

  function show({ field, message, email }: Problem) {
    setKnownEmail(email)
    if (field) setErrors([{ field, message }])
    else setProblem(message)
  }

  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <>
      <ErrorSummary errors={listed} />
      {knownEmail && (
        <div className={styles.notices}>
          <Notice title="You already have an account with this email">
            <p>
              <Link
                to={withFrom('/login', from)}
                state={{ ...Object(state), email: knownEmail }}
                replace
              >
                Sign in with {knownEmail}
              </Link>
              . If you have forgotten your password, you can choose a new one there.
            </p>
          </Notice>
        </div>
      )}
      <h1>Create an account</h1>
      <p className={styles.intro}>
        {account ? (
          <>
            Your account {account.email} has been created. We need a few more details before you can
            book. <LetterLink />
          </>
        ) : isClaiming ? (
          <>
            You only need an email address and a password. You will then enter the code from our
            letter.{' '}
            <Link to={withFrom('/login', from)} state={state} replace>
              I already have an account
            </Link>
          </>
        ) : (
          <>
            Each man needs his own account and email.{' '}
            <Link to={withFrom('/login', from)} state={state} replace>
              I already have an account
            </Link>
            . <LetterLink />
          </>
        )}
      </p>
      <form noValidate onSubmit={submit}>
        {!isClaiming && (
          <>
            <NameAndAddress errorOf={errorOf} />
            <AboutYou errorOf={errorOf} />
          </>
        )}
        <YourSignIn
          errorOf={errorOf}
          asks={isClaiming ? 'sign-in' : account ? 'phone' : 'all'}
          passwordMinLength={passwordMinLength}
        />
        <div className={styles.submit}>
          <Button type="submit" pending={isPending}>
            {account ? 'Save and continue' : 'Create account'}
          </Button>
        </div>
        <FormProblem>{problem}</FormProblem>
      </form>
      {isPending && <Spinner cover />}
    </>
  )
}

function LetterLink() {
  return <Link to={LETTER_PAGE}>I have a letter from CHAPS with a code</Link>
}

type SignUpError = ReturnType<typeof signUpErrors>[number]

/** 'This field is required.' names its field in the error summary. */
function listedError({ field, message }: SignUpError): FieldError {
  const isRequired = message === 'This field is required.'
  return { field, message: isRequired ? `${SIGN_UP_FIELDS[field].label}: ${message}` : message }
}

const SIGN_IN_FIELDS: ReadonlySet<string> = new Set(['email', 'password', 'confirmPassword'])
