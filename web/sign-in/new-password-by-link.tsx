import { useState } from 'react'
import type { AccountLink } from '../../domain/link-owner.ts'
import type { EmailLink } from '../account/email-link.ts'
import { LinkAddressForm } from '../account/link-address-form.tsx'
import { LinkWho } from '../account/link-who.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

type Props = {
  link: EmailLink
  owner: AccountLink
  /** Resolves to null, or to an error message. */
  onSignedIn: () => Promise<string | null>
  onNotMe: () => void
}

export function NewPasswordByLink({ link, owner, onSignedIn, onNotMe }: Props) {
  const [address, setAddress] = useState<string | null>(null)
  const isInvitation = (owner.kind ?? link.type) === 'invitation' || link.type === 'invite'
  const isProven = address !== null || owner.state === 'this_browser'
  if (!isProven)
    return (
      <LinkAddressForm
        link={link}
        owner={owner}
        title={isInvitation ? 'Welcome' : 'Reset Password'}
        button="Continue"
        onNotMe={onNotMe}
        onContinue={async (typed) => {
          setAddress(typed)
          return null
        }}
      >
        This link sets {isInvitation ? 'the' : 'a new'} password for <LinkWho owner={owner} />.
      </LinkAddressForm>
    )
  return (
    <NewPasswordForm
      emailLink={link}
      code={null}
      isInvitation={isInvitation}
      onChanged={onSignedIn}
      account={{ who: <LinkWho owner={owner} />, address, isUnknown: !owner.kind, onNotMe }}
    />
  )
}
