import { type FormEvent, useEffect, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router'
import { DEVICE_CODE_MINUTES } from '../../domain/new-device.ts'
import { ApiError, send } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { charity, telephoneLink } from '../charity.ts'
import { secondStepOf } from '../second-step.ts'
import { profile, signOut } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText } from '../ui/form-text.ts'
import { Wrap } from '../ui/layout.tsx'
import { showAfterNavigation } from '../ui/navigation-message.ts'
import { Notice } from '../ui/notice.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './account.module.css'
import { AccountFallback, accountMeta } from './account-page.tsx'
import { FormProblem } from './form-problem.tsx'
import { readReturnPath, withFrom } from './return-path.ts'
import { useCodeRequests } from './use-code-requests.ts'

const TITLE = 'Is it you?'
const TRIED_TOO_OFTEN = 'This code was tried too often. Press Send another code.'
const FALLBACK = '/medical-results'

export const meta = () => accountMeta(TITLE)

/** Asks for a code where this device is new to the account. Redirects visitors, and members whose device is known. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const from = readReturnPath(new URL(request.url).searchParams)
  const session = isSignedIn() ? await currentSession() : null
  if (!session || secondStepOf(session)) throw redirect(withFrom('/login', from))
  if (await isKnownDevice(from)) throw redirect(from ?? FALLBACK)
  return { from, email: session.user.email ?? '' }
}

/** Throws a redirect to the login when the session ended meanwhile. */
async function isKnownDevice(from: string | null): Promise<boolean> {
  try {
    await profile()
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'new_device') return false
    // An account without a profile is asked for one by the page that it goes to.
    if (error.status === 404) return true
    if (error.status !== 401) throw error
    await signOut({ to: withFrom('/login', from) })
    throw redirect(withFrom('/login', from))
  }
}

export function HydrateFallback() {
  return <AccountFallback title={TITLE} />
}

export default function NewDevice() {
  const { from, email } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [codesSent, setCodesSent] = useState(0)
  const { isPending, error, setError, problem, run } = useCodeRequests('wrong_device_code', {
    onSessionEnd: () => signOut({ to: withFrom('/login', from) }),
  })

  const sendCode = () =>
    run(async () => {
      await send('POST /api/new-device/code')
      setCodesSent((count) => count + 1)
    })

  function giveCode(code: string) {
    if (!code) return setError('Please enter the code from our email.')
    return run(async () => {
      await send('POST /api/new-device', { body: { code } }).catch(explainTries)
      await showAfterNavigation('You are signed in.', () =>
        navigate(from ?? FALLBACK, { replace: true, state }),
      )
    })
  }

  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.form}>
          {codesSent === 0 ? (
            <>
              <h1>{TITLE}</h1>
              <Reason email={email} />
              {email && (
                <div className={styles.submit}>
                  <Button wide pending={isPending} onClick={sendCode}>
                    Send the code
                  </Button>
                </div>
              )}
            </>
          ) : (
            <CodeForm
              email={email}
              codesSent={codesSent}
              isPending={isPending}
              error={error}
              onCode={giveCode}
              onSendAgain={sendCode}
            />
          )}
          <FormProblem>{problem}</FormProblem>
          <div className={styles.other}>
            <p>
              Cannot read the email? Call us on{' '}
              <a href={telephoneLink('booking_helpline')} className="num">
                {charity.booking_helpline}
              </a>
              . If you are waiting for a result, call our medical line:{' '}
              <a href={telephoneLink('medical_line')} className="num">
                {charity.medical_line}
              </a>
              .
            </p>
            <p>
              Not you? <TextButton onClick={() => signOut()}>Sign out</TextButton>
            </p>
          </div>
        </div>
      </div>
    </Wrap>
  )
}

/** A code takes a few tries and another one works at once; the tries of a day take longer. */
function explainTries(failure: unknown): never {
  const isOfCode =
    failure instanceof ApiError &&
    failure.status === 429 &&
    (failure.retryAfter ?? 0) <= DEVICE_CODE_MINUTES * 60
  if (!isOfCode) throw failure
  throw new ApiError(429, { code: 'wrong_device_code', error: TRIED_TOO_OFTEN })
}

function Reason({ email }: { email: string }) {
  return (
    <p>
      You have not used this device with us before. Before it shows your results and your details,
      {email ? (
        <>
          {' '}
          please enter a code that we send to <b>{email}</b>. We ask once a year.
        </>
      ) : (
        ' we need to know that it is you. Your account has no email address for a code. Please call us.'
      )}
    </p>
  )
}

type CodeFormProps = {
  email: string
  codesSent: number
  isPending: boolean
  error: string | null
  onCode: (code: string) => void
  onSendAgain: () => void
}

/** Takes the focus with each code that was sent. */
function CodeForm({ email, codesSent, isPending, error, onCode, onSendAgain }: CodeFormProps) {
  const errors = error ? [{ field: 'code', message: error }] : []
  useErrorTitle(errors)
  useEffect(() => {
    if (codesSent > 0) document.getElementById('code')?.focus()
  }, [codesSent])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onCode(readText(new FormData(event.currentTarget), 'code').trim())
  }

  return (
    <>
      <ErrorSummary errors={errors} />
      <h1>{TITLE}</h1>
      <form noValidate onSubmit={submit}>
        <div className={styles.notices} role="status">
          <Notice key={codesSent} icon="envelope-simple">
            <p>
              We sent {codesSent > 1 ? 'another code' : 'a code'} to <b>{email}</b>. It works for{' '}
              {DEVICE_CODE_MINUTES} minutes, on this device only.
              {codesSent > 1 && ' The codes before it do not work any more.'}
            </p>
          </Notice>
        </div>
        <TextField
          name="code"
          label="Code"
          hint="Six digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          width={10}
          error={error ?? undefined}
        />
        <div className={styles.submit}>
          <Button type="submit" wide pending={isPending}>
            Continue
          </Button>
        </div>
        <TextButton onClick={onSendAgain}>Send another code</TextButton>
      </form>
    </>
  )
}
