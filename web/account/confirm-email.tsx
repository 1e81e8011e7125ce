import { useState } from 'react'
import { authClient } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { EmailLink } from './email-link.ts'
import { FormProblem } from './form-problem.tsx'
import { authErrorWords, UNEXPECTED } from './form-words.ts'

type Props = { link: EmailLink; onSignedIn: () => Promise<string | null> }

/**
 * Where the link of a confirmation mail leads. The token is used when the button is pressed and not
 * before, so that a mail scanner that opens every link confirms nothing.
 */
export function ConfirmEmail({ link, onSignedIn }: Props) {
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
    <Notice icon="envelope-simple" title="Confirm your email address">
      <p>One press and your account is ready to use.</p>
      <p>
        <Button onClick={confirm} pending={isPending}>
          Confirm my email address
        </Button>
      </p>
      <FormProblem>{problem}</FormProblem>
    </Notice>
  )
}
