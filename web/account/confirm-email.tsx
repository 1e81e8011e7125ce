import { useState } from 'react'
import { Link } from 'react-router'
import { authClient } from '../auth-client.ts'
import { Button } from '../ui/button.tsx'
import styles from './account.module.css'
import type { EmailLink } from './email-link.ts'
import { FormProblem } from './form-problem.tsx'
import { authErrorWords, UNEXPECTED } from './form-words.ts'
import { withFrom } from './from.ts'

type Props = {
  link: EmailLink
  /** Goes on from here; answers what went wrong, in words, when it cannot. */
  onSignedIn: () => Promise<string | null>
  from: string | null
}

/**
 * Where the link of a confirmation mail leads. The token is used when the button is pressed and not
 * before, so that a mail scanner that opens every link confirms nothing.
 */
export function ConfirmEmail({ link, onSignedIn, from }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function confirm() {
    setPending(true)
    setProblem(null)
    try {
      const client = await authClient()
      const { error } = await client.verifyOtp(link)
      setProblem(error ? authErrorWords(error) : await onSignedIn())
    } catch {
      setProblem(UNEXPECTED)
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <h1>Confirm your email address</h1>
      <p className={styles.intro}>One press and your account is ready to use.</p>
      <Button onClick={confirm} pending={isPending} wide>
        Confirm my email address
      </Button>
      <FormProblem>{problem}</FormProblem>
      <p className={styles.other}>
        <b>Already confirmed?</b> <Link to={withFrom('/login', from)}>Login</Link>
      </p>
    </>
  )
}
