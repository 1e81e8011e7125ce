import { useState } from 'react'
import { Link } from 'react-router'
import { authClient } from '../auth-client.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './account.module.css'
import type { EmailLink } from './email-link.ts'
import { FormProblem } from './form-problem.tsx'
import { authErrorWords, unexpected } from './form-words.ts'
import { withFrom } from './return-path.ts'

type Props = {
  link: EmailLink
  /** Resolves to null, or to an error message. */
  onSignedIn: () => Promise<string | null>
  from: string | null
}

/** Waits for a press, because mail scanners open links. A new address needs the links of two mails. */
export function ConfirmEmail({ link, onSignedIn, from }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [needsOtherLink, setNeedsOtherLink] = useState(false)
  const isChange = link.type === 'email_change'

  async function confirm() {
    setPending(true)
    setProblem(null)
    try {
      const client = await authClient()
      const { data, error } = await client.verifyOtp(link)
      if (!error && isChange && !data.session) setNeedsOtherLink(true)
      else setProblem(error ? authErrorWords(error) : await onSignedIn())
    } catch {
      setProblem(unexpected())
    } finally {
      setPending(false)
    }
  }

  if (link.type === 'magiclink')
    return (
      <>
        <h1>Sign in</h1>
        <p className={styles.intro}>One press and you are signed in on this device.</p>
        <Button onClick={confirm} pending={isPending} wide>
          Sign in
        </Button>
        <FormProblem>{problem}</FormProblem>
        <p className={styles.other}>
          <b>Link no longer working?</b> Have a new one sent at{' '}
          <Link to={withFrom('/login', from)}>Login</Link>.
        </p>
      </>
    )
  if (needsOtherLink)
    return (
      <>
        <h1>Confirm your email address</h1>
        <div className={styles.notices}>
          <Notice role="status" icon="envelope-simple" title="One more email to open">
            <p>
              Thank you. We sent an email to your other address as well, the old or the new one.
              Open it and confirm the change there; until then nothing changes.
            </p>
          </Notice>
        </div>
      </>
    )
  return (
    <>
      <h1>Confirm your email address</h1>
      <p className={styles.intro}>
        {isChange
          ? 'Your email address changes when you have confirmed it from the old and the new one.'
          : 'One press and your account is ready to use.'}
      </p>
      <Button onClick={confirm} pending={isPending} wide>
        {isChange ? 'Confirm the change' : 'Confirm my email address'}
      </Button>
      <FormProblem>{problem}</FormProblem>
      <p className={styles.other}>
        <b>Already confirmed?</b> <Link to={withFrom('/login', from)}>Login</Link>
      </p>
    </>
  )
}
