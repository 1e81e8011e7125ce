import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { SIGN_UP_STEPS, signUpErrors, stepOfField } from '../../domain/sign-up.ts'
import { ukDate } from '../../domain/uk-time.ts'
import { reportClientError } from '../report-error.ts'
import { profile } from '../session.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { PROFILE_NOT_LOADED } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './account.module.css'
import { showAgeError } from './age-notice.ts'
import { FormProblem } from './form-problem.tsx'
import { usePasswordMinLength } from './password-min-length.ts'
import { RefusedAge } from './refused-age.tsx'
import { LETTER_PAGE, withFrom } from './return-path.ts'
import {
  type Account,
  createAccount,
  createProfile,
  isAgeError,
  type Problem,
  readSignUp,
} from './sign-up.ts'
import { AboutYou, HowToReachYou, YourSignIn } from './sign-up-fields.tsx'
import { useSignUpStep } from './sign-up-steps.ts'
import { forgetTyped, keepTyped, typedSignUp } from './typed-sign-up.ts'

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
  const [typed] = useState(typedSignUp)
  const passwordMinLength = usePasswordMinLength()
  const [refusedDob, setRefusedDob] = useState('')
  const [reached, setReached] = useState(0)
  const { step, goTo, goBack, leaveSteps } = useSignUpStep(reached)
  const lastStep = isClaiming ? 0 : account ? SIGN_IN_STEP - 1 : SIGN_IN_STEP
  const shown = isClaiming ? SIGN_IN_STEP : step
  const shownErrors = useMemo(
    () => errors.filter(({ field }) => stepOfField(field) === shown),
    [errors, shown],
  )
  const heading = useFocusedHeading(step, shownErrors.length > 0)
  useErrorTitle(shownErrors)
  useEffect(() => {
    const ageError = errors.find(isAgeError)
    if (ageError) void showAgeError(ageError.message)
  }, [errors])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = readSignUp(new FormData(event.currentTarget))
    const foundErrors = signUpErrors(form, ukDate(new Date()), { passwordMinLength }).filter(
      ({ field }) => stepOfField(field) === shown,
    )
    setErrors(foundErrors)
    setRefusedDob(foundErrors.some(isAgeError) ? form.dateOfBirth : '')
    setProblem(null)
    setKnownEmail(undefined)
    if (foundErrors.length > 0 || isPending) return
    if (step < lastStep) {
      setReached(Math.max(reached, step + 1))
      return goTo(step + 1)
    }
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
    forgetTyped()
    if (!created.current.hasSession) {
      await leaveSteps()
      await navigate(withFrom('/signup-success', from), { replace: true, state })
      return null
    }
    try {
      if (!isClaiming) await profile()
    } catch (error) {
      reportClientError('Failed to fetch user profile', error)
      return { message: PROFILE_NOT_LOADED }
    }
    await leaveSteps()
    await navigate(from ?? '/', { replace: true, state })
    return null
  }

  function show({ field, message, email }: Problem) {
    setKnownEmail(email)
    if (!field) return setProblem(message)
    setErrors([{ field, message }])
    if (!isClaiming && stepOfField(field) !== step) goTo(stepOfField(field))
  }

  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <>
      <ErrorSummary errors={shownErrors} />
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
      <form noValidate onSubmit={submit} onChange={keepField}>
        {!isClaiming && (
          <>
            <h2 ref={heading} tabIndex={-1}>
              Step {step + 1} of {lastStep + 1}: {SIGN_UP_STEPS[step]?.title}
            </h2>
            <div hidden={shown !== 0}>
              <AboutYou
                errorOf={errorOf}
                typed={typed}
                refusedAge={
                  refusedDob && (
                    <div className={styles.held}>
                      <RefusedAge dateOfBirth={refusedDob} />
                    </div>
                  )
                }
              />
            </div>
            <div hidden={shown !== 1}>
              <HowToReachYou errorOf={errorOf} typed={typed} />
            </div>
          </>
        )}
        {!account && (
          <div hidden={shown !== SIGN_IN_STEP}>
            <YourSignIn errorOf={errorOf} typed={typed} passwordMinLength={passwordMinLength} />
          </div>
        )}
        <div className={styles.submit}>
          <Buttons>
            <Button type="submit" pending={isPending}>
              {step < lastStep ? 'Continue' : account ? 'Save and continue' : 'Create account'}
            </Button>
            {step > 0 && (
              <Button kind="quiet" disabled={isPending} onClick={goBack}>
                Back
              </Button>
            )}
          </Buttons>
        </div>
        <FormProblem>{problem}</FormProblem>
      </form>
      {isPending && <Spinner cover />}
    </>
  )
}

/** The heading of a new step takes the focus, unless its errors do. */
function useFocusedHeading(step: number, hasErrors: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    if (!hasErrors) heading.current?.focus({ preventScroll: true })
  }, [step, hasErrors])
  return heading
}

function keepField({ target }: FormEvent<HTMLFormElement>) {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
    keepTyped(target.name, target.value)
}

function LetterLink() {
  return <Link to={LETTER_PAGE}>I have a letter from CHAPS with a code</Link>
}

type SignUpError = ReturnType<typeof signUpErrors>[number]

const SIGN_IN_STEP = SIGN_UP_STEPS.length - 1
