import { type FormEvent, useRef, useState } from 'react'
import { type ClientLoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { charity, telephoneLink } from '../../content/charity.ts'
import { DEVICE_CODE_MINUTES } from '../../domain/new-device.ts'
import { send } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { signOut } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './account.module.css'
import { AccountFallback, accountMeta } from './account-page.tsx'
import { FormProblem } from './form-problem.tsx'
import { readText } from './form-words.ts'
import { readReturnPath, withFrom } from './return-path.ts'
import { useCodeRequests } from './use-code-requests.ts'

const TITLE = 'Is it you?'

export const meta = () => accountMeta(TITLE)

/** Where an account is sent whose owner is not known at this device. Redirects who is signed out. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const from = readReturnPath(new URL(request.url).searchParams)
  const session = isSignedIn() ? await currentSession() : null
  if (!session) throw redirect(withFrom('/login', from))
  return { from, email: session.user.email ?? '' }
}

export function HydrateFallback() {
  return <AccountFallback title={TITLE} />
}

export default function NewDevice() {
  const { from, email } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [isSent, setSent] = useState(false)
  const { isPending, error, setError, problem, run } = useCodeRequests('wrong_device_code')
  const errors = error ? [{ field: 'code', message: error }] : []
  useErrorTitle(errors)

  const sendCode = () =>
    run(async () => {
      await send('POST /api/new-device/code')
      setSent(true)
    })

  function giveCode(event: FormEvent) {
    event.preventDefault()
    const code = readText(new FormData(form.current ?? undefined), 'code').trim()
    if (!code) return setError('Please enter the code from our email.')
    return run(async () => {
      await send('POST /api/new-device', { body: { code } })
      await navigate(from ?? '/medical-results', { replace: true })
    })
  }

  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.form}>
          <ErrorSummary errors={errors} />
          <h1>{TITLE}</h1>
          <p>
            You have not used this device with us before. Before it shows your results and your
            details, please enter a code that we send to <b>{email}</b>. We ask once a year.
          </p>
          {isSent ? (
            <form ref={form} noValidate onSubmit={giveCode}>
              <div className={styles.notices} role="status">
                <Notice icon="envelope-simple">
                  <p>
                    We sent you an email with a code. It works for {DEVICE_CODE_MINUTES} minutes, on
                    this device only.
                  </p>
                </Notice>
              </div>
              <TextField
                name="code"
                label="Code"
                inputMode="numeric"
                autoComplete="one-time-code"
                error={error ?? undefined}
              />
              <div className={styles.submit}>
                <Button type="submit" wide pending={isPending}>
                  Continue
                </Button>
              </div>
              <TextButton onClick={sendCode}>Send another code</TextButton>
            </form>
          ) : (
            <div className={styles.submit}>
              <Button wide pending={isPending} onClick={sendCode}>
                Send the code
              </Button>
            </div>
          )}
          <FormProblem>{problem}</FormProblem>
          <p>
            Are you waiting for a result, and cannot read the email? Call our medical line:{' '}
            <a href={telephoneLink(charity.medicalEnquiries)} className="num">
              {charity.medicalEnquiries}
            </a>
            .
          </p>
          <p>
            Not you? <TextButton onClick={() => signOut()}>Sign out</TextButton>
          </p>
        </div>
      </div>
    </Wrap>
  )
}
