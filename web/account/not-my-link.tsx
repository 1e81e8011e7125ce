import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './account.module.css'
import { withFrom } from './return-path.ts'

/** Nothing was used up: the link still works for its owner. */
export function NotMyLink({ from }: { from: string | null }) {
  return (
    <>
      <h1>This link is not for you</h1>
      <div className={styles.notices}>
        <Notice role="status" title="Nothing has been used or changed">
          <p>
            Please delete the message with this link. If somebody sent it to you, they may want you
            to enter your details in their account.
          </p>
        </Notice>
      </div>
      <ButtonLink to={withFrom('/login', from)}>Go to Login for my own account</ButtonLink>
    </>
  )
}
