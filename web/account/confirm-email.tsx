import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { AccountLink } from '../../domain/link-owner.ts'
import { authClient } from '../auth-client.ts'
import { authErrorText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './account.module.css'
import type { EmailLink } from './email-link.ts'
import { LinkAddressForm } from './link-address-form.tsx'
import { LinkWho } from './link-who.tsx'
import { withFrom } from './return-path.ts'
import { otherAccountProblem } from './verified-account.ts'

type Props = {
  link: EmailLink
  owner: AccountLink
  /** Resolves to null, or to an error message. */
  onSignedIn: () => Promise<string | null>
  onNotMe: () => void
  from: string | null
}

/** Waits for a press, because mail scanners open links. A new address needs the links of two mails. */
export function ConfirmEmail({ link, owner, onSignedIn, onNotMe, from }: Props) {
  const [needsOtherLink, setNeedsOtherLink] = useState(false)
  const texts = textsOf(link, owner)

  async function confirm(typed: string | null): Promise<string | null> {
    const client = await authClient()
    const { data, error } = await client.verifyOtp(link)
    if (error) return authErrorText(error)
    if (texts.isChange && !data.session) {
      setNeedsOtherLink(true)
      return null
    }
    const problem = !owner.kind ? await otherAccountProblem(typed, data.user) : null
    return problem ?? (await onSignedIn())
  }

  if (needsOtherLink)
    return (
      <>
        <h1>Confirm your email address</h1>
        <div className={styles.notices}>
          <Notice role="status" icon="envelope-simple" title="One more email to open">
            <p>
              Thank you. We also sent an email to your other address. Open it and confirm the change
              there too. Nothing changes until you do.
            </p>
          </Notice>
        </div>
      </>
    )
  return (
    <>
      <LinkAddressForm
        link={link}
        owner={owner}
        onContinue={confirm}
        onNotMe={onNotMe}
        {...texts}
      />
      <p className={styles.other}>
        <b>{texts.isSignIn ? 'Link no longer working?' : 'Already confirmed?'}</b>{' '}
        {texts.isSignIn && 'Ask for a new one at '}
        <Link to={withFrom('/login', from)}>Login</Link>
        {texts.isSignIn && '.'}
      </p>
    </>
  )
}

type Texts = {
  title: string
  button: string
  children: ReactNode
  isChange: boolean
  isSignIn: boolean
}

function textsOf(link: EmailLink, owner: AccountLink): Texts {
  const { kind, new_masked_email: after } = owner
  const who = <LinkWho owner={owner} />
  const isChange = kind ? after !== null : link.type === 'email_change'
  const isSignIn = kind ? kind === 'sign_in' : link.type === 'magiclink'
  const flags = { isChange, isSignIn }
  if (isSignIn)
    return { ...flags, title: 'Sign in', button: 'Sign in', children: <>This link opens {who}.</> }
  const title = 'Confirm your email address'
  if (!isChange)
    return {
      ...flags,
      title,
      button: 'Confirm my email address',
      children: <>This link opens {who}.</>,
    }
  return {
    ...flags,
    title,
    button: 'Confirm the change',
    children: (
      <>
        This link changes the email address of {who}
        {after && (
          <>
            {' '}
            to <b>{after}</b>
          </>
        )}
        . It will change when you have confirmed it from both the old and the new address.
      </>
    ),
  }
}
