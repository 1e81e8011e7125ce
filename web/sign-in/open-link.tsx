import { lazy, Suspense, useEffect, useState } from 'react'
import type { AccountLink } from '../../domain/link-owner.ts'
import { ConfirmEmail } from '../account/confirm-email.tsx'
import { type EmailLink, isOfSignUp } from '../account/email-link.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { LeaveAccount } from '../account/leave-account.tsx'
import { LinkAddressForm } from '../account/link-address-form.tsx'
import { LinkOver } from '../account/link-over.tsx'
import { LinkWho } from '../account/link-who.tsx'
import { NotMyLink } from '../account/not-my-link.tsx'
import { readAccountLink } from '../account/read-account-link.ts'
import { unexpected } from '../ui/form-text.ts'
import { Spinner } from '../ui/spinner.tsx'
import { NewPasswordByLink } from './new-password-by-link.tsx'

type Props = {
  link: EmailLink
  title: 'Login' | 'Reset Password'
  /** Resolves to null, or to an error message. */
  onSignedIn: () => Promise<string | null>
  from: string | null
}

const ConfirmSignUp = lazy(() =>
  import('./confirm-sign-up.tsx').then(({ ConfirmSignUp }) => ({ default: ConfirmSignUp })),
)

/**
 * Shows whose account a mailed link opens before anything is used up. The token decides what it is,
 * because the type in the address is anybody's to write.
 */
export function OpenLink({ link, title, onSignedIn, from }: Props) {
  const [owner, setOwner] = useState<AccountLink | 'over' | null>(null)
  const [isMine, setMine] = useState(true)
  const [isProven, setProven] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { token_hash, type } = link
  useEffect(() => {
    let isUnmounted = false
    readAccountLink({ token_hash, type }).then(
      (read) => !isUnmounted && setOwner(read),
      () => !isUnmounted && setProblem(unexpected()),
    )
    return () => {
      isUnmounted = true
    }
  }, [token_hash, type])

  if (owner === null)
    return (
      <>
        <h1>{title}</h1>
        {problem === null && <Spinner />}
        <FormProblem>{problem}</FormProblem>
      </>
    )
  if (owner === 'over') return <LinkOver link={link} from={from} />
  if (!isMine) return <NotMyLink from={from} />
  if (owner.state === 'other_account') return <LeaveAccount owner={owner} />
  const props = { link, owner, onSignedIn, from, onNotMe: () => setMine(false) }
  if (isSignUp(owner, link) && needsAddress(owner) && !isProven)
    return (
      <LinkAddressForm
        {...props}
        title="Confirm your email address"
        button="Continue"
        onContinue={async () => {
          setProven(true)
          return null
        }}
      >
        This link opens <LinkWho owner={owner} />.
      </LinkAddressForm>
    )
  if (isSignUp(owner, link))
    return (
      <Suspense fallback={<Spinner />}>
        <ConfirmSignUp {...props} signUp={owner} />
      </Suspense>
    )
  const kind = owner.kind ?? link.type
  const isInvited = kind === 'invitation' || kind === 'invite'
  const setsPassword = kind === 'recovery' || (isInvited && title === 'Reset Password')
  return setsPassword ? <NewPasswordByLink {...props} /> : <ConfirmEmail {...props} />
}

function isSignUp({ kind }: AccountLink, link: EmailLink): boolean {
  return kind ? kind === 'sign_up' : isOfSignUp(link)
}

/** A sign-up without a password, opened where it was not made. */
function needsAddress({ kind, state, asks }: AccountLink): boolean {
  return Boolean(kind) && state === 'other_browser' && (asks === 'provider' || asks === 'nothing')
}
