import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import styles from './account.module.css'
import { type EmailLink, isOfSignUp } from './email-link.ts'
import { withFrom } from './return-path.ts'

/** A link that was used, replaced by a newer one, or has expired. */
export function LinkOver({ link, from }: { link: EmailLink; from: string | null }) {
  const login = <Link to={withFrom('/login', from)}>Login</Link>
  const isConfirmation = isOfSignUp(link) || link.type === 'email_change'
  return (
    <>
      <h1>{TITLES[link.type] ?? 'Confirm your email address'}</h1>
      <div className={styles.notices}>
        <Notice title="This link no longer works">
          <p>
            {isConfirmation
              ? 'You have confirmed already, or a newer email has replaced this one. Open the newest email from us, or go to '
              : 'It was used already, is too old, or a newer email has replaced it. Have a new one sent at '}
            {login}
            {link.type === 'recovery' && ': enter your email and press ‘Forgot password?’'}.
          </p>
        </Notice>
      </div>
    </>
  )
}

const TITLES: Partial<Record<EmailLink['type'], string>> = {
  magiclink: 'Sign in',
  recovery: 'Reset Password',
}
