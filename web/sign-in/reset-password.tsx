import { type ClientLoaderFunctionArgs, Link, useLoaderData } from 'react-router'
import styles from '../account/account.module.css'
import { AccountFallback, accountMeta } from '../account/account-page.tsx'
import { useAfterSignIn } from '../account/after-sign-in.ts'
import { readEmailLink } from '../account/email-link.ts'
import { currentSession } from '../auth-client.ts'
import { isSignedIn } from '../signed-in.ts'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { OpenLink } from './open-link.tsx'

export const meta = () => accountMeta('Reset Password')

/** A link has a `token_hash` or, from a hosted service, a `code`. A signed-in user needs neither. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const emailLink = readEmailLink(searchParams)
  const code = searchParams.get('code')
  const mayChange =
    Boolean(emailLink ?? code) || (isSignedIn() && (await currentSession()) !== null)
  return { emailLink, code, mayChange }
}

export function HydrateFallback() {
  return <AccountFallback title="Reset Password" />
}

export default function ResetPassword() {
  const { emailLink, code, mayChange } = useLoaderData<typeof clientLoader>()
  const goOn = useAfterSignIn(null, '/', 'Your password has been changed and you are signed in.')
  return (
    <Wrap>
      <div className={styles.page}>
        <div className={styles.form}>
          {emailLink ? (
            <OpenLink link={emailLink} title="Reset Password" onSignedIn={goOn} from={null} />
          ) : mayChange ? (
            <NewPasswordForm emailLink={null} code={code} onChanged={goOn} />
          ) : (
            <>
              <h1>Reset Password</h1>
              <div className={styles.notices}>
                <Notice icon="envelope-simple" title="Open the link in your email">
                  <p>
                    You choose a new password from a link in an email. To get the email, go to{' '}
                    <Link to="/login">Login</Link>, enter your email and press ‘Forgot password?’.
                  </p>
                </Notice>
              </div>
            </>
          )}
        </div>
      </div>
    </Wrap>
  )
}
