import { lazy, Suspense } from 'react'
import {
  type ClientLoaderFunctionArgs,
  Link,
  redirect,
  redirectDocument,
  useLoaderData,
  useLocation,
} from 'react-router'
import styles from '../account/account.module.css'
import { AccountFallback, accountMeta } from '../account/account-page.tsx'
import { useAfterSignIn } from '../account/after-sign-in.ts'
import { readEmailLink } from '../account/email-link.ts'
import { LoginForm } from '../account/login-form.tsx'
import { isOffice, readReturnPath, withFrom } from '../account/return-path.ts'
import { currentSession } from '../auth-client.ts'
import { secondStepOf } from '../second-step.ts'
import { clearMember, signOut } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import litDoor from '../ui/art/lit-door.svg'
import { Split, Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { loadChosenBeside } from './chosen-beside.ts'

export const meta = () => accountMeta('Login')

const SecondStep = lazy(() =>
  import('../two-step/second-step.tsx').then(({ SecondStep }) => ({ default: SecondStep })),
)

const OpenLink = lazy(() =>
  import('./open-link.tsx').then(({ OpenLink }) => ({ default: OpenLink })),
)

/** Redirects a signed-in user; clears a visitor's stored user (rules §2.6). */
export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const from = readReturnPath(searchParams)
  const emailLink = readEmailLink(searchParams)
  const session = !emailLink && isSignedIn() ? await currentSession() : null
  const step = session && secondStepOf(session)
  if (session && !step) {
    throw from && isOffice(from) ? redirectDocument(from) : redirect(from ?? '/')
  }
  if (!isSignedIn()) clearMember()
  return { from, emailLink, step, beside: await loadChosenBeside(context, from) }
}

export function HydrateFallback() {
  return <AccountFallback title="Login" />
}

export default function Login() {
  const { from, emailLink, step, beside } = useLoaderData<typeof clientLoader>()
  const { state } = useLocation()
  const goOn = useAfterSignIn(from, '/medical-results')
  const again = withFrom('/login', from)
  return (
    <Wrap>
      <div className={styles.page}>
        <Split ratio="half">
          <div className={styles.narrow}>
            {step ? (
              <Suspense fallback={<Spinner />}>
                <SecondStep step={step} onShown={goOn} onCancel={() => signOut({ to: again })} />
              </Suspense>
            ) : emailLink ? (
              <Suspense fallback={<Spinner />}>
                <OpenLink link={emailLink} title="Login" onSignedIn={goOn} from={from} />
              </Suspense>
            ) : (
              <>
                <LoginForm onSignedIn={goOn} from={from}>
                  <h1>Login</h1>
                  <div className={styles.notices}>
                    <Notice>
                      <p>
                        <b>All users must create a new account</b> if they have not registered since
                        January 1, 2025.
                      </p>
                    </Notice>
                  </div>
                </LoginForm>
                <p className={styles.other}>
                  <b>New User?</b>{' '}
                  {/* Replaces this entry: Back must not reach a login that redirects onward. */}
                  <Link to={withFrom('/signup', from)} state={state} replace>
                    Create an account
                  </Link>
                </p>
              </>
            )}
          </div>
          {beside ? (
            <beside.ChosenBeside event={beside.event} time={beside.time} />
          ) : (
            <img className={styles.door} src={litDoor} alt="" width={560} height={560} />
          )}
        </Split>
      </div>
    </Wrap>
  )
}
