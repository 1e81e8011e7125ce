import { useState } from 'react'
import type { AccountLink } from '../../domain/link-owner.ts'
import { signOut } from '../session.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import styles from './account.module.css'
import { LinkWho } from './link-who.tsx'

/** Asked before a link signs the browser in to another account. */
export function LeaveAccount({ owner }: { owner: AccountLink }) {
  const [isPending, setPending] = useState(false)
  const leave = async () => {
    setPending(true)
    // Opens the link anew, so that nothing of the other member stays in memory.
    await signOut({ to: location.pathname + location.search })
  }
  return (
    <>
      <h1>Leave the account of {owner.signed_in_as}?</h1>
      <div className={styles.intro}>
        <p>
          You are signed in as <b>{owner.signed_in_as}</b>. This link opens{' '}
          <LinkWho owner={owner} />.
        </p>
        <p>If somebody sent you this link, stay in your account and delete their message.</p>
      </div>
      <Buttons>
        <ButtonLink to="/">Stay in my account</ButtonLink>
        <Button kind="quiet" onClick={leave} pending={isPending}>
          Leave it and open the link
        </Button>
      </Buttons>
    </>
  )
}
